// The focus is never lost: when what had it goes away or is shut off, it returns to where it was before, or to the nearest
// thing around that still takes it. Somebody who plays by keys always stands somewhere.

const CAN = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';

const usable = (node: HTMLElement): boolean =>
  node.isConnected && !node.matches(":disabled") && node.getClientRects().length > 0 && node.closest("[inert]") === null;

/** Things inside that can have the focus, in their order. */
export const focusable = (inside: ParentNode): HTMLElement[] => [...inside.querySelectorAll<HTMLElement>(CAN)].filter(usable);

/** Give something the focus that usually has none: a heading, the page itself. */
export function land(node: HTMLElement): void {
  if (!node.matches(CAN)) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}

interface Had {
  node: HTMLElement;
  /** What lay around it then, the nearest first, and which of the things there it was. */
  around: { node: HTMLElement; index: number }[];
}

/** Watch over the focus below a node, until the returned function is called. */
export function keepFocus(root: HTMLElement): () => void {
  let had: Had[] = [];

  function remember(event: FocusEvent): void {
    const node = event.target as HTMLElement;
    const around: Had["around"] = [];
    for (let up = node.parentElement; up && up !== root; up = up.parentElement) around.push({ node: up, index: focusable(up).indexOf(node) });
    had = [...had.filter((it) => it.node !== node && it.node.isConnected), { node, around }].slice(-12);
  }

  function lost(): boolean {
    const now = document.activeElement;
    const last = had.at(-1);
    return last !== undefined && (now === null || now === document.body) && !usable(last.node);
  }

  function restore(): void {
    if (!lost()) return;
    const last = had.at(-1)!;
    // A neighbour of the same small group first: the next card of the row, the next line of a list.
    const group = last.around.find((it) => it.node.isConnected && it.node.matches("ul, ol, [role=group], [role=listbox], [role=toolbar], fieldset"));
    const neighbours = group ? focusable(group.node) : [];
    if (group && neighbours.length) return land(neighbours[Math.min(group.index, neighbours.length - 1)]!);
    const before = had.toReversed().find((it) => it.node !== last.node && usable(it.node) && !last.around[0]?.node.contains(it.node));
    if (before) return land(before.node);
    for (const { node } of last.around) {
      if (!node.isConnected) continue;
      const first = focusable(node)[0];
      if (first) return land(first);
    }
    const page = root.querySelector<HTMLElement>("main") ?? root;
    land(page);
  }

  const observer = new MutationObserver(restore);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "hidden", "inert"] });
  root.addEventListener("focusin", remember);
  return () => {
    observer.disconnect();
    root.removeEventListener("focusin", remember);
  };
}

/** Use on a group: one stop for Tab, arrow keys between its things. */
export function roving(group: HTMLElement): { destroy: () => void } {
  group.dataset.roving = "";
  const inOrder = () => [...group.querySelectorAll<HTMLElement>(`${CAN}, [data-roved]`)].filter(usable);

  /** Only one of them is reached by Tab: where one was, or the first. */
  function arrange(current?: HTMLElement): void {
    const all = inOrder();
    const chosen = current ?? all.find((it) => it.tabIndex === 0 && it.dataset.roved !== undefined) ?? all[0];
    for (const it of all) {
      it.dataset.roved = "";
      const wanted = it === chosen ? 0 : -1;
      if (it.tabIndex !== wanted) it.tabIndex = wanted;
    }
  }
  const on = (event: FocusEvent) => {
    const node = (event.target as HTMLElement).closest<HTMLElement>("[data-roved]");
    if (node && group.contains(node)) arrange(node);
  };
  const NEXT: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const all = inOrder();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || (document.activeElement as HTMLElement).matches("input, select, textarea")) return;
    const step = NEXT[event.key];
    const to = step !== undefined ? (at + step + all.length) % all.length : event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : -1;
    if (to < 0) return;
    event.preventDefault();
    all[to]!.focus();
  };
  // Once before the next frame: which of them are seen is known only when the page is laid out, and that is done then anyway.
  let frame = 0;
  const soon = () => (frame ||= requestAnimationFrame(() => ((frame = 0), arrange())));
  soon();
  const observer = new MutationObserver(soon);
  observer.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  group.addEventListener("focusin", on);
  group.addEventListener("keydown", key);
  return {
    destroy() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      group.removeEventListener("focusin", on);
      group.removeEventListener("keydown", key);
    },
  };
}

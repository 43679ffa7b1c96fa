// How large something is. Told when the page has been laid out anyway: asking for it at once would lay it out once more.

export function sized(node: HTMLElement, tell: (wide: number, high: number) => void): { destroy: () => void } {
  const observer = new ResizeObserver(() => tell(node.clientWidth, node.clientHeight));
  observer.observe(node);
  return { destroy: () => observer.disconnect() };
}

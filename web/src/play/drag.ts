// Which track somebody means who drags something over the board: one that can be claimed, at or near the place.

const SLACK = 16;

export function openTrackAt(x: number, y: number): string | null {
  for (const [dx, dy] of [[0, 0], [0, -SLACK], [0, SLACK], [-SLACK, 0], [SLACK, 0]] as const) {
    for (const group of document.querySelectorAll<SVGGElement>(".track.open[data-track]")) {
      const line = group.querySelector<SVGGeometryElement>(".hit");
      const there = line?.getScreenCTM()?.inverse();
      if (!there) continue;
      const at = new DOMPoint(x + dx, y + dy).matrixTransform(there);
      // A round board is seen again on either side.
      const turn = Number(line!.ownerSVGElement?.dataset.turn ?? 0);
      for (const aside of turn ? [0, turn, -turn] : [0]) {
        if (line!.isPointInStroke(new DOMPoint(at.x + aside, at.y))) return group.dataset.track ?? null;
      }
    }
  }
  return null;
}

// Rings and lines of points: clipping to a box, adding and leaving out points, writing as SVG paths.

/** More points on long edges, so that a straight edge of the globe can bend. */
export function dense(points, step) {
  const out = [];
  for (let i = 0; i < points.length; i++) {
    out.push(points[i]);
    if (i + 1 === points.length) break;
    const [a, b] = [points[i], points[i + 1]];
    const parts = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / step);
    for (let k = 1; k < parts; k++) out.push([a[0] + ((b[0] - a[0]) * k) / parts, a[1] + ((b[1] - a[1]) * k) / parts]);
  }
  return out;
}

const SIDES = [
  ["west", 0, 1],
  ["east", 0, -1],
  ["south", 1, 1],
  ["north", 1, -1],
];

function crossing(a, b, axis, edge) {
  const t = (edge - a[axis]) / (b[axis] - a[axis]);
  const point = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
  point[axis] = edge;
  return point;
}

/** The part of a closed ring inside a box (Sutherland and Hodgman). */
export function clipRing(ring, box) {
  let points = ring;
  for (const [side, axis, sign] of SIDES) {
    const edge = box[side];
    const inside = (p) => (p[axis] - edge) * sign >= 0;
    const out = [];
    for (let i = 0; i < points.length; i++) {
      const [a, b] = [points[(i + points.length - 1) % points.length], points[i]];
      if (inside(a) !== inside(b)) out.push(crossing(a, b, axis, edge));
      if (inside(b)) out.push(b);
    }
    points = out;
  }
  return points.length ? [...points, points[0]] : points;
}

/** The parts of a line inside a box. */
export function clipLine(line, box) {
  let parts = [line];
  for (const [side, axis, sign] of SIDES) {
    const edge = box[side];
    const inside = (p) => (p[axis] - edge) * sign >= 0;
    const next = [];
    for (const part of parts) {
      let open = [];
      for (let i = 0; i < part.length; i++) {
        if (i && inside(part[i - 1]) !== inside(part[i])) {
          open.push(crossing(part[i - 1], part[i], axis, edge));
          if (!inside(part[i])) {
            next.push(open);
            open = [];
          }
        }
        if (inside(part[i])) open.push(part[i]);
      }
      if (open.length > 1) next.push(open);
    }
    parts = next;
  }
  return parts;
}

/** Fewer points, none further off than the tolerance (Douglas and Peucker). */
export function simple(points, tolerance) {
  if (points.length < 4) return points;
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const todo = [[0, points.length - 1]];
  while (todo.length) {
    const [first, last] = todo.pop();
    let [far, at] = [tolerance, -1];
    for (let i = first + 1; i < last; i++) {
      const off = distance(points[i], points[first], points[last]);
      if (off > far) [far, at] = [off, i];
    }
    if (at >= 0) {
      keep[at] = 1;
      todo.push([first, at], [at, last]);
    }
  }
  return points.filter((_, i) => keep[i]);
}

function distance(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const long = dx * dx + dy * dy;
  const t = long ? Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / long)) : 0;
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

export function ringArea(ring) {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
    sum += a[0] * b[1] - a[1] * b[0];
  }
  return sum / 2;
}

const round = (value) => Math.round(value * 10);

/** Points as a path in steps of a tenth, relative, as short as it gets. */
export function lineText(points) {
  let [x, y] = [round(points[0][0]), round(points[0][1])];
  let text = `M${x / 10} ${y / 10}l`;
  let first = true;
  for (const point of points.slice(1)) {
    const [nx, ny] = [round(point[0]), round(point[1])];
    if (nx === x && ny === y) continue;
    const pair = `${short(nx - x)}${ny - y < 0 ? "" : " "}${short(ny - y)}`;
    text += first || pair.startsWith("-") ? pair : ` ${pair}`;
    first = false;
    [x, y] = [nx, ny];
  }
  return first ? "" : text;
}

const short = (tenths) => String(tenths / 10).replace(/^(-?)0\./, "$1.");

export function ringText(ring) {
  const text = lineText(ring);
  return text && `${text}z`;
}

// From longitude and latitude to the places of a board: a conic projection, then a thin-plate spline that takes each city
// to where the board has it. The spline is stiffened until it no longer folds the ground inside the frame.

const RAD = Math.PI / 180;

/** The projection in which a region looks natural before it is bent: conic for regions, cylindrical for the world. */
export function projection(cities) {
  const lats = cities.map((c) => c.lat);
  const lons = cities.map((c) => c.lon);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const middle = (Math.min(...lons) + Math.max(...lons)) / 2;
  const wide = Math.max(...lons) - Math.min(...lons);
  if (wide > 120 || north - south > 80) {
    return (lon, lat) => [lon - middle, (1.25 / RAD) * Math.log(Math.tan(Math.PI / 4 + 0.4 * RAD * Math.max(-84, Math.min(84, lat))))];
  }
  const p1 = (south + (north - south) / 6) * RAD;
  const p2 = (north - (north - south) / 6) * RAD;
  const n = (Math.sin(p1) + Math.sin(p2)) / 2;
  const k = Math.cos(p1) ** 2 + 2 * n * Math.sin(p1);
  const radius = (lat) => Math.sqrt(Math.max(0, k - 2 * n * Math.sin(lat * RAD))) / n;
  const base = radius((south + north) / 2);
  return (lon, lat) => {
    const turn = n * (lon - middle) * RAD;
    return [radius(lat) * Math.sin(turn), base - radius(lat) * Math.cos(turn)];
  };
}

/** Where the board cuts the globe: each city's longitude moved by whole turns, so that x follows it best. */
export function unrolled(cities) {
  const xs = cities.map((c) => c.x);
  let best = null;
  for (let cut = -180; cut < 180; cut += 5) {
    const moved = cities.map((c) => ({ ...c, lon: ((((c.lon - cut) % 360) + 360) % 360) + cut }));
    const spread = Math.max(...moved.map((c) => c.lon)) - Math.min(...moved.map((c) => c.lon));
    const fit = -correlation(moved.map((c) => c.lon), xs) + spread / 1e4;
    if (!best || fit < best.fit - 1e-9) best = { fit, moved };
  }
  const shift = best.moved.reduce((sum, c) => sum + c.lon, 0) / best.moved.length > 180 ? -360 : 0;
  return best.moved.map((c) => ({ ...c, lon: c.lon + shift }));
}

function correlation(a, b) {
  const mean = (v) => v.reduce((x, y) => x + y, 0) / v.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((x, i) => {
    ab += (x - ma) * (b[i] - mb);
    aa += (x - ma) ** 2;
    bb += (b[i] - mb) ** 2;
  });
  return ab / Math.sqrt(aa * bb || 1);
}

const kernel = (squared) => (squared > 0 ? squared * Math.log(squared) : 0);

/** The spline through points, softened by `soft` (0: exactly through them). */
export function spline(from, to, soft) {
  const n = from.length;
  const rows = [];
  for (let i = 0; i < n; i++) {
    const row = from.map((p, j) => kernel((p[0] - from[i][0]) ** 2 + (p[1] - from[i][1]) ** 2) + (i === j ? soft : 0));
    rows.push([...row, 1, ...from[i], ...to[i]]);
  }
  rows.push([...from.map(() => 1), 0, 0, 0, 0, 0]);
  rows.push([...from.map((p) => p[0]), 0, 0, 0, 0, 0]);
  rows.push([...from.map((p) => p[1]), 0, 0, 0, 0, 0]);
  const [wx, wy] = solve(rows);
  return ([x, y]) => {
    let [u, v] = [wx[n] + wx[n + 1] * x + wx[n + 2] * y, wy[n] + wy[n + 1] * x + wy[n + 2] * y];
    for (let i = 0; i < n; i++) {
      const k = kernel((x - from[i][0]) ** 2 + (y - from[i][1]) ** 2);
      u += wx[i] * k;
      v += wy[i] * k;
    }
    return [u, v];
  };
}

/** Gauss with pivots; the last two columns are the right sides. */
function solve(rows) {
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r][i]) > Math.abs(rows[pivot][i])) pivot = r;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    for (let r = 0; r < size; r++) {
      if (r === i) continue;
      const factor = rows[r][i] / rows[i][i];
      if (factor) for (let c = i; c < size + 2; c++) rows[r][c] -= factor * rows[i][c];
    }
  }
  return [0, 1].map((side) => rows.map((row, i) => row[size + side] / row[i]));
}

/** The whole way from [lon, lat] to the board, or null where cities have no places on Earth. A board whose tracks lead over
 * its edge is bent alike on both sides, so that its copies meet. */
export function warp(layout) {
  const known = Object.values(layout.cities).filter((c) => c.lat !== undefined && c.lon !== undefined);
  if (known.length < 4) return null;
  const cities = unrolled(known);
  const flat = projection(cities);
  const points = cities.map((c) => flat(c.lon, c.lat));
  const scale = Math.max(...points.map((p) => Math.abs(p[0])), ...points.map((p) => Math.abs(p[1])));
  const unit = (lon, lat) => flat(lon, lat).map((v) => v / scale);
  const round = Object.values(layout.tracks ?? {}).some((it) => it.wraps);
  const pins = (round ? [0, -1, 1] : [0]).flatMap((turn) =>
    cities.map((c) => ({ lon: c.lon + turn * 360, lat: c.lat, x: c.x + turn * layout.frame.width, y: c.y })),
  );
  const from = pins.map((c) => unit(c.lon, c.lat));
  const to = pins.map((c) => [c.x, c.y]);
  for (let soft = 0.001; ; soft *= 2) {
    const bend = spline(from, to, soft);
    const place = (lon, lat) => bend(unit(lon, lat));
    if (soft > 2 || !folds(place, cities, layout.frame)) return { place, cities, soft };
  }
}

/** Whether the ground is turned over, or squeezed to a line, somewhere inside the frame. */
function folds(place, cities, frame) {
  const lons = cities.map((c) => c.lon);
  const lats = cities.map((c) => c.lat);
  const [west, east, south, north] = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)];
  const steps = 60;
  const [dx, dy] = [(east - west) / steps, (north - south) / steps];
  const areas = [];
  for (let i = -6; i < steps + 6; i++) {
    for (let j = -6; j < steps + 6; j++) {
      const [lon, lat] = [west + i * dx, south + j * dy];
      const [a, b, c] = [place(lon, lat), place(lon + dx, lat), place(lon, lat + dy)];
      if (a[0] < 0 || a[1] < 0 || a[0] > frame.width || a[1] > frame.height) continue;
      areas.push(-((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])));
    }
  }
  const usual = areas.toSorted((a, b) => a - b)[areas.length >> 1];
  return areas.some((area) => area < usual * 0.06);
}

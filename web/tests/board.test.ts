import { describe, expect, it } from "vitest";
import { copies, fit, hold, home, reach, zoom } from "../src/board/camera.ts";
import { along, arc, evenly, lengthOf, parallel } from "../src/board/curves.ts";
import { inks, LINES, PATTERNS, PIECES, PLAIN_PIECE, seatInk, SYMBOLS } from "../src/board/ink.ts";
import { boxOf, FORCED, placeNames, type Name, type Room } from "../src/board/labels.ts";
import { layBoard } from "../src/board/lay.ts";
import { boardNames, spacePoints } from "../src/board/names.ts";
import { ornaments } from "../src/board/ornament.ts";
import { stamp } from "../src/board/stamp.ts";
import { cityAt, trackAt } from "../src/board/tap.ts";
import { Walk, type Stand } from "../src/board/walk.ts";
import { Variant, type Lang, type Point, type VariantData } from "../src/data/variant.ts";
import { madeUp } from "./made-up.ts";
import { mapIds, mapOf } from "./maps.ts";

describe("names of a variant", () => {
  const variant = new Variant(madeUp);
  it("numbers tracks between the same cities, whichever way they are written", () => {
    expect([...variant.tracks.keys()].slice(0, 4)).toEqual(["ash-birch.1", "ash-birch.2", "birch-cedar", "cedar-ash"]);
  });
  it("draws a map without a layout as a circle", () => {
    const { layout, ...bare } = madeUp;
    expect(layout).toBeDefined();
    const places = Object.values(new Variant(bare as VariantData).layout.cities);
    expect(new Set(places.map((it) => `${it.x.toFixed()} ${it.y.toFixed()}`)).size).toBe(7);
  });
});

describe("a board of a map that nobody has heard of", () => {
  const board = layBoard(new Variant(madeUp));
  it("gives each track its spaces, on the board and in order", () => {
    for (const { track, spaces } of board.tracks.values()) {
      expect(spaces).toHaveLength(track.length);
      for (const space of spaces) {
        expect(space.x).toBeGreaterThan(0);
        expect(space.x).toBeLessThan(1000);
        expect(space.y).toBeGreaterThan(0);
        expect(space.y).toBeLessThan(650);
      }
    }
  });
  it("keeps twins apart", () => {
    const [a, b] = [board.tracks.get("ash-birch.1")!, board.tracks.get("ash-birch.2")!];
    a.spaces.forEach((space, i) => {
      expect(Math.hypot(space.x - b.spaces[i]!.x, space.y - b.spaces[i]!.y)).toBeGreaterThanOrEqual(board.gauge);
    });
  });
  it("bends a track around a city that stands in its way", () => {
    const data = structuredClone(madeUp);
    data.layout!.cities.dogwood = { x: 500, y: 350 }; // right between ash and gorse
    const bent = layBoard(new Variant(data)).tracks.get("ash-gorse")!;
    const near = Math.min(...bent.spaces.map((s) => Math.hypot(s.x - 500, s.y - 350)));
    expect(near).toBeGreaterThan(board.cityRadius + board.gauge / 2);
  });
  it("leads a track over both edges of a world", () => {
    const data = structuredClone(madeUp);
    data.layout!.tracks = { "ash-gorse": { wraps: true, west: [[70, 110], [40, 120]], east: [[930, 600], [950, 590], [965, 580], [980, 570]] } };
    const laid = layBoard(new Variant(data)).tracks.get("ash-gorse")!;
    expect(laid.spaces).toHaveLength(6);
    const [west, east] = laid.lines as [Point[], Point[]];
    expect(west.at(-1)![0]).toBe(0);
    expect(east[0]).toEqual([1000, west.at(-1)![1]]); // the two halves meet where the board begins again
  });
});

describe("colours", () => {
  it("have a symbol each, known or not", () => {
    const all = [...inks(["red", "teal", "mauve", "blue", "green", "white"])].map(([, ink]) => ink.symbol);
    expect(new Set(all).size).toBe(all.length);
    for (const symbol of all) expect(SYMBOLS).toHaveProperty(symbol);
  });
  it("are told apart without ink: symbols and patterns exist as drawn", () => {
    for (const name of LINES) expect(SYMBOLS).toHaveProperty(name);
    expect(Object.keys(PATTERNS).length).toBeGreaterThan(5);
  });
  it("of seats have a shape each", () => {
    const shapes = ["blue", "red", "green", "yellow", "black", "purple"].map((it, i) => seatInk(it, i).shape);
    expect(new Set(shapes).size).toBe(6);
    expect(seatInk("no such colour", 1)).toEqual(seatInk("red", 0));
  });
});

describe("names on the map", () => {
  const room: Room = {
    size: 14,
    radius: 8,
    avoid: [],
    marks: [],
    most: Infinity,
    box: { west: 0, east: 400, north: 0, south: 300 },
    measure: (text) => text.length * 0.6,
  };
  // A crowd: not all of them can be shown.
  const names: Name[] = Array.from({ length: 60 }, (_, i) => ({
    id: String(i),
    text: `Somewhere ${i}`,
    at: [20 + (i % 10) * 38, 20 + Math.floor(i / 10) * 46],
    weight: i === 33 ? FORCED : i % 7,
  }));
  const placed = placeNames(names, room);
  it("never overlap and never leave the map", () => {
    const boxes = placed.map((it) => {
      const wide = it.text.length * 0.6 * 14;
      const west = it.anchor === "start" ? it.x : it.anchor === "end" ? it.x - wide : it.x - wide / 2;
      return { west, east: west + wide, north: it.y - 7, south: it.y + 7 };
    });
    boxes.forEach((a, i) => {
      expect(a.west).toBeGreaterThanOrEqual(0);
      expect(a.east).toBeLessThanOrEqual(400);
      for (const b of boxes.slice(i + 1)) {
        expect(a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south).toBe(false);
      }
    });
  });
  it("are left out where there is no room, the important ones last", () => {
    expect(placed.length).toBeGreaterThan(5);
    expect(placed.length).toBeLessThan(60);
    expect(placed.map((it) => it.id)).toContain("33");
  });
});

describe("names on every map of the package", () => {
  // Wider than any of the fonts: a name that fits here fits there.
  const wide = (text: string) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 1.02 : 0.62), 0.1);
  it.each(mapIds)("of %s never overlap, at any zoom, in any language", (id) => {
    const variant = mapOf(id);
    const board = layBoard(variant);
    const avoid = spacePoints(board);
    const places = variant.data.cities.map((city) => ({ id: city.id, ...variant.layout.cities[city.id]! }));
    const wrong: string[] = [];
    const marks = places.slice(0, 9).map(({ x, y }) => ({ x, y: y - board.cityRadius * 1.2, r: board.cityRadius }));
    for (const lang of ["en", "ja", "zh-Hant"] as Lang[]) {
      for (let notch = -7; notch <= 14; notch += 3) {
        const lit = new Set(places.slice(3, 5).map((it) => it.id));
        const { size, placed } = boardNames({ variant, board, lang, notch, marks, lit, measure: wide }, avoid);
        const turns = board.turn ? [-board.turn, 0, board.turn] : [0];
        const boxes = placed.flatMap((it) => {
          const box = boxOf(it, size, wide);
          return turns.map((by) => ({ id: it.id, west: box.west + by, east: box.east + by, north: box.north, south: box.south }));
        });
        boxes.forEach((a, i) => {
          for (const b of boxes.slice(i + 1)) {
            if (a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south) wrong.push(`${a.id} over ${b.id}, ${lang}, ${notch}`);
          }
          for (const city of places) {
            if (city.id === a.id) continue;
            if (city.x > a.west && city.x < a.east && city.y > a.north && city.y < a.south) wrong.push(`${a.id} over the city ${city.id}, ${lang}, ${notch}`);
          }
        });
        if (notch > 5) expect(placed.length, `${lang}, ${notch}`).toBe(variant.data.cities.filter((it) => it[lang]).length);
      }
    }
    expect(wrong).toEqual([]);
  });
  it.each(mapIds)("of %s: the title and the compass keep off tracks and cities", (id) => {
    const board = layBoard(mapOf(id));
    const { title, compass } = ornaments(mapOf(id), board, 5);
    for (const box of [title, compass]) {
      if (!box) continue;
      for (const [x, y] of spacePoints(board)) expect(Math.abs(x - box.x) > box.w || Math.abs(y - box.y) > box.h).toBe(true);
    }
  });
});

describe("a touch", () => {
  const variant = new Variant(madeUp);
  const board = layBoard(variant);
  it("means the nearest track in reach, and none far off", () => {
    const space = board.tracks.get("fir-gorse")!.spaces[0]!;
    expect(trackAt(board, new Set(), space.x, space.y + 2, 5)).toBe("fir-gorse");
    expect(trackAt(board, new Set(), space.x, space.y + 90, 5)).toBeNull();
  });
  it("between twins rather means the one that can be chosen", () => {
    const [a, b] = [board.tracks.get("ash-birch.1")!.spaces[1]!, board.tracks.get("ash-birch.2")!.spaces[1]!];
    const at: [number, number] = [a.x * 0.45 + b.x * 0.55, a.y * 0.45 + b.y * 0.55];
    expect(trackAt(board, new Set(), ...at, 8)).toBe("ash-birch.2");
    expect(trackAt(board, new Set(["ash-birch.1"]), ...at, 8)).toBe("ash-birch.1");
  });
  it("finds a wanted city, on any copy of a round board", () => {
    expect(cityAt(variant, board, new Set(["ash"]), 104, 98, 5)).toBe("ash");
    expect(cityAt(variant, board, new Set(["elm"]), 104, 98, 5)).toBeNull();
    expect(cityAt(variant, { ...board, turn: 1000 }, new Set(["ash"]), -896, 98, 5)).toBe("ash");
  });
});

describe("a walk over the map", () => {
  const variant = new Variant(madeUp);
  const walk = new Walk(variant, layBoard(variant));
  const at = (city: string): Stand => ({ city, track: null, came: [] });
  it("turns clockwise through the tracks of a city and begins again", () => {
    const seen: (string | null)[] = [];
    let stand = at("ash");
    for (let i = 0; i < 6; i++) {
      stand = walk.turn(stand, 1);
      seen.push(stand.track);
    }
    expect(new Set(seen.slice(0, 5))).toEqual(new Set(["ash-birch.1", "ash-birch.2", "cedar-ash", "ash-gorse", "dogwood-ash"]));
    expect(seen[5]).toBe(seen[0]);
    expect(walk.turn(walk.turn(at("ash"), 1), -1).track).toBe(seen[4]);
  });
  it("goes ahead along a track and back the way it came", () => {
    const there = walk.ahead({ ...at("dogwood"), track: "dogwood-ash" });
    expect(there).toEqual({ city: "ash", track: null, came: ["dogwood-ash"] });
    const facing = walk.ahead(there); // looks straight on, where the way from the south leads
    expect(facing.city).toBe("ash");
    expect(facing.track).not.toBe("dogwood-ash");
    expect(walk.back(facing)).toEqual(there);
    expect(walk.back(there)).toEqual({ city: "dogwood", track: "dogwood-ash", came: [] });
    expect(walk.back(at("ash"))).toEqual(at("ash"));
  });
  it("goes round what can be claimed", () => {
    const open = new Set(["birch-cedar", "fir-gorse"]);
    const first = walk.next(null, open, 1)!;
    expect(first.track).toBe("birch-cedar");
    expect(walk.next(first, open, 1)!.track).toBe("fir-gorse");
    expect(walk.next(first, open, -1)!.track).toBe("fir-gorse");
    expect(walk.next(null, new Set(), 1)).toBeNull();
  });
  it.each(mapIds)("reaches every city of %s", (id) => {
    const variant = mapOf(id);
    const walk = new Walk(variant, layBoard(variant));
    const start = variant.data.cities[0]!.id;
    const found = new Set([start]);
    for (const city of found) for (const track of walk.tracks(city)) found.add(walk.other(track, city));
    expect(found.size).toBe(variant.data.cities.length);
  });
});

describe("curves", () => {
  it("have lengths, places and parallels", () => {
    expect(lengthOf([[0, 0], [3, 4]])).toBe(5);
    expect(along([[0, 0], [10, 0], [10, 10]], 15)).toEqual({ x: 10, y: 5, angle: 90 });
    expect(parallel([[0, 0], [10, 0]], 2)).toEqual([[0, -2], [10, -2]]);
    expect(lengthOf(arc([0, 0], [100, 0], 20))).toBeGreaterThan(105);
  });
});

describe("the camera", () => {
  const whole = { x: 0, y: 0, w: 1000, h: 500 };
  it("shows all of the board in any window", () => {
    expect(fit(whole, 200, 200)).toEqual({ x: 0, w: 1000, y: -250, h: 1000 });
    expect(fit(whole, 400, 100)).toEqual({ y: 0, h: 500, x: -500, w: 2000 });
  });
  it("zooms around a point that stays", () => {
    const near = zoom(fit(whole, 400, 200), whole, 2, 250, 125);
    expect(near.w).toBe(500);
    expect((250 - near.x) / near.w).toBeCloseTo(0.25);
  });
  it("never goes further out than all, nor loses the board", () => {
    const all = fit(whole, 400, 200);
    expect(zoom(all, whole, 0.1, 0, 0).w).toBe(1000);
    expect(hold({ x: 5000, y: -99, w: 100, h: 50 }, whole)).toEqual({ x: 900, y: 0, w: 100, h: 50 });
  });
  it("goes round a world and comes home", () => {
    const world = { x: -10, y: 0, w: 1020, h: 500, turn: 1000 };
    expect(hold({ x: 2300, y: 9, w: 400, h: 200 }, world).x).toBe(2300);
    expect(home({ x: 2300, y: 9, w: 400, h: 200 }, world).x).toBe(300);
    expect(home({ x: -350, y: 9, w: 400, h: 200 }, world).x).toBe(650);
    expect(copies({ x: 300, y: 0, w: 400, h: 200 }, world, 20)).toEqual([-1, 0, 1]);
    expect(copies({ x: -10, y: 0, w: 1020, h: 500 }, world, 20)).toEqual([-1, 0, 1]);
    expect(copies({ x: 3000, y: 0, w: 400, h: 200 }, whole, 20)).toEqual([0]);
  });
  it("moves no more than it takes to see a place, the short way round", () => {
    const seen = { x: 0, y: 0, w: 200, h: 100 };
    expect(reach(seen, whole, 100, 50)).toEqual(seen);
    expect(reach(seen, whole, 300, 50)).toEqual({ x: 136, y: 0, w: 200, h: 100 });
    expect(reach(seen, { ...whole, turn: 1000 }, 950, 50).x).toBe(-86);
  });
});

describe("a drawing in its place", () => {
  it("is moved, turned and made larger, whatever it is drawn with", () => {
    expect(stamp("M1 0 2 0H3V-1L0 0z", { x: 10, y: 20, size: 2 })).toBe("M12 20L14 20L16 20L16 18L10 20z");
    expect(stamp("M1 0Q2 0 3 1", { x: 0, y: 0, angle: 90 })).toBe("M0 1Q0 2 -1 3");
    expect(stamp("M1 2", { x: 0, y: 0, size: 2, across: 3 })).toBe("M2 6");
    expect(stamp("M2 0A2 2 0 1 1-2 0", { x: 5, y: 5, angle: 90, size: 0.5 })).toBe("M5 6A1 1 90 1 1 5 4");
  });
  it("can be every piece, every seat's shape, and the symbols that stand on the board", () => {
    const seats = Array.from({ length: 6 }, (_, i) => seatInk(undefined, i).shape);
    const pieces = [...Object.values(PIECES), PLAIN_PIECE].flatMap((it) => [it.body, it.detail]);
    for (const d of [...seats, ...pieces, SYMBOLS.wheel!, SYMBOLS.anchor!]) expect(stamp(d, { x: 1, y: 2, angle: 30 })).not.toMatch(/NaN|undefined/);
  });
  it("refuses what it can't place", () => expect(() => stamp("M0 0q1 1 2 2", { x: 0, y: 0 })).toThrow("q in M0 0q1"));
});

describe("the places that divide a line", () => {
  it("are those that one comes to when one walks along it", () => {
    const line = arc([0, 0], [100, 30], 20);
    const whole = lengthOf(line);
    const places = evenly(line, whole, 7);
    expect(places).toHaveLength(6);
    places.forEach(([x, y], i) => {
      const there = along(line, (whole * (i + 1)) / 7);
      expect(x).toBeCloseTo(there.x);
      expect(y).toBeCloseTo(there.y);
    });
  });
});

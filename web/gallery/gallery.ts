// One board on a page of its own: gallery/?map=usa&lang=ja&theme=dark&empty=1
import { mount } from "svelte";
import Board from "../src/board/Board.svelte";
import { loadGround } from "../src/board/ground.ts";
import { seatInk } from "../src/board/ink.ts";
import { Variant, type Lang } from "../src/data/variant.ts";
import "../src/theme.css";

const asked = new URLSearchParams(location.search);
const id = asked.get("map") ?? "usa";
const lang = (asked.get("lang") ?? "en") as Lang;
document.documentElement.lang = lang;
document.documentElement.dataset.theme = asked.get("theme") ?? "light";
const { variant: data, view } = await (await fetch(`/gallery/fixtures/${id}.json`)).json();
const variant = new Variant(data);
const played = !asked.has("empty");
const owners = new Map<string, number>();
const buildings: { city: string; seat: number; kind: "station" | "harbour" }[] = [];
for (const seat of played ? view.seats : []) {
  for (const track of seat.tracks) owners.set(track, seat.seat);
  for (const city of seat.stations) buildings.push({ city, seat: seat.seat, kind: "station" });
  for (const city of seat.harbours) buildings.push({ city, seat: seat.seat, kind: "harbour" });
}
const start = performance.now();
mount(Board, {
  target: document.getElementById("app")!,
  props: {
    variant,
    lang,
    label: id,
    ground: await loadGround(id, variant.layout),
    owners,
    buildings,
    seats: ["blue", "red", "green", "yellow", "black"].map((colour, i) => seatInk(colour, i)),
    open: new Set(asked.has("open") ? [...variant.tracks.keys()].filter((_, i) => i % 7 === 0) : []),
    lit: new Set(asked.has("lit") ? variant.data.cities.slice(0, 2).map((it) => it.id) : []),
    words: { nearer: "+", further: "-", whole: "fit" },
  },
});
document.title = `${id} ${(performance.now() - start).toFixed(0)} ms`;

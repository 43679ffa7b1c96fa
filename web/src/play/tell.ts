// Tracks and cities in words: for the list of tracks, and for who walks the map by keys.

import type { Tell } from "../board/Board.svelte";
import type { Track } from "../data/variant.ts";
import { words } from "../words/words.svelte.ts";
import type { Play } from "./state.svelte.ts";

/** What a track is like, and whose it is. */
export function aboutTrack(play: Play, track: Track): string {
  const names = play.names;
  const owner = play.owners.get(track.id);
  const shut = play.session.outlook?.shut?.includes(track.id);
  return names.listed([
    names.term("colour", track.colour),
    words.say("spaces", { number: track.length }),
    ...(play.variant.pieces.length > 1 ? [names.piece(track.piece)] : []),
    ...(track.tunnel ? [words.say("tunnel")] : []),
    ...(track.ferry ? [words.say("ferry", { number: track.ferry })] : []),
    ...(track.pair ? [words.say("pairSpaces", { number: track.pair })] : []),
    ...(owner !== undefined ? [words.say("ownedBy", { name: names.seat(owner) })] : shut ? [words.say("shut")] : []),
  ]);
}

export function telling(play: Play): Tell {
  const { variant, names } = play;
  const ends = (id: string) => [...variant.tracks.values()].filter((it) => it.a === id || it.b === id);
  return {
    city(id) {
      const city = variant.cities.get(id)!;
      const tracks = ends(id);
      const open = tracks.filter((it) => play.open.has(it.id)).length;
      return names.listed([
        words.say("standCity", { city: names.city(id), number: tracks.length }),
        ...(open ? [words.say("standOpen", { number: open })] : []),
        ...(city.port ? [words.say("standPort")] : []),
        ...(city.district ? [names.district(city.district)] : []),
        ...play.buildings
          .filter((it) => it.city === id)
          .map((it) => words.say(it.kind === "station" ? "standStation" : "standHarbour", { name: names.seat(it.seat) })),
      ]);
    },
    track(id, from) {
      const track = variant.tracks.get(id)!;
      const about = [aboutTrack(play, track), ...(play.open.has(id) ? [words.say("standFree")] : [])];
      return words.say("standTrack", { city: names.city(track.a === from ? track.b : track.a), about: names.listed(about) });
    },
    none: () => words.say("nothingThere"),
  };
}

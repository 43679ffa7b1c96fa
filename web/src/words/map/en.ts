// What is said to somebody who walks the map by keys.

export const messages = {
  mapHow:
    "Walk it with the arrow keys: left and right turn among the tracks of a city, up goes ahead along a track, down goes back. Enter chooses the track. Letters find a city by its name. Page down and page up lead round the tracks that you can claim. With Shift, arrows move the map; plus and minus zoom, zero shows all of it.",
  standCity: "{city}: {number} {number:track|tracks}",
  standOpen: "{number} to claim now",
  standPort: "port",
  standStation: "station of {name}",
  standHarbour: "harbour of {name}",
  standTrack: "To {city}: {about}",
  standFree: "you can claim it",
  table: "The table",
  nothingThere: "Nothing there",
};

export type Messages = Record<keyof typeof messages, string>;

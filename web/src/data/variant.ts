// A variant as the server tells it (docs/guides/own-maps.md), with the names that moves use.

export type Lang = "en" | "ja" | "zh-Hant";
export type Point = readonly [number, number];

export interface CityData {
  id: string;
  port?: boolean;
  district?: string;
  junction?: boolean;
  [lang: string]: string | boolean | undefined;
}

export interface TrackData {
  a: string;
  b: string;
  length: number;
  colour: string;
  piece: string;
  ferry?: number;
  tunnel?: boolean;
  pair?: number;
  twin?: string;
}

export interface TicketData {
  cities: string[];
  points: number;
  any_order?: number;
  penalty?: number;
  long?: boolean;
}

export interface TrackHints {
  via?: Point[];
  lane?: "left" | "right";
  wraps?: boolean;
  west?: Point[];
  east?: Point[];
}

export interface Layout {
  frame: { width: number; height: number };
  cities: Record<string, { x: number; y: number }>;
  tracks?: Record<string, TrackHints>;
  districts?: Record<string, { colour?: string }>;
  ground?: { kind: "land" | "lake" | "river"; points: Point[]; geo?: boolean; width?: number }[];
}

export interface OptionData {
  values: Record<string, unknown>;
  default: string;
  clause?: string;
}

export interface VariantData {
  id: string;
  names: Record<Lang, string>;
  notes?: Record<Lang, string>;
  cards: { colours: string[]; decks: { id: string; [form: string]: string | number }[] };
  parameters: Record<string, unknown>;
  options?: Record<string, OptionData>;
  districts?: Record<string, { points: number }>;
  cities: CityData[];
  tracks: TrackData[];
  tickets: TicketData[];
  layout?: Layout;
}

export interface Track extends TrackData {
  id: string;
  index: number;
}

export interface Ticket extends TicketData {
  id: string;
}

/** A variant with everything findable by the id that moves and views use. */
export class Variant {
  readonly cities = new Map<string, CityData>();
  readonly tracks = new Map<string, Track>();
  readonly tickets = new Map<string, Ticket>();
  readonly layout: Layout;

  constructor(readonly data: VariantData) {
    for (const city of data.cities) this.cities.set(city.id, city);
    const order = new Map(data.cities.map((city, i) => [city.id, i]));
    const named = (cities: string[]) => cities.toSorted((a, b) => order.get(a)! - order.get(b)!).join("-");
    const numbered = new Map<string, number>();
    const total = group(data.tracks, (it) => named([it.a, it.b]));
    data.tracks.forEach((track, index) => {
      const pair = named([track.a, track.b]);
      const number = (numbered.get(pair) ?? 0) + 1;
      numbered.set(pair, number);
      const several = total.get(pair)!.length > 1;
      const id = `${track.a}-${track.b}${several ? `.${number}` : ""}`;
      this.tracks.set(id, { ...track, id, index });
    });
    for (const ticket of data.tickets) this.tickets.set(ticket.cities.join("-"), { ...ticket, id: ticket.cities.join("-") });
    this.layout = data.layout ?? circle(data.cities);
  }

  city(id: string, lang: Lang): string {
    return (this.cities.get(id)?.[lang] as string | undefined) ?? "";
  }

  get pieces(): string[] {
    return Object.keys((this.parameters.pieces as Record<string, number> | undefined) ?? { train: 0 });
  }

  get parameters(): Record<string, unknown> {
    return this.data.parameters;
  }
}

function group<T>(items: T[], key: (item: T) => string): Map<string, T[]> {
  const out = new Map<string, T[]>();
  for (const item of items) out.set(key(item), [...(out.get(key(item)) ?? []), item]);
  return out;
}

/** A map without a layout is drawn as a circle of its cities. */
function circle(cities: CityData[]): Layout {
  const place = (i: number) => (2 * Math.PI * i) / cities.length;
  return {
    frame: { width: 1000, height: 700 },
    cities: Object.fromEntries(
      cities.map((city, i) => [city.id, { x: 500 + 420 * Math.sin(place(i)), y: 350 - 280 * Math.cos(place(i)) }]),
    ),
  };
}

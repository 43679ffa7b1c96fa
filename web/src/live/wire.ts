// The messages of the server, made from server/wire.py by tools/make_interface.py: do not edit.

/** End the game without a result. */
export type Abandon = {
  about: "abandon";
};

/** All agreed to end the game without a result; or the others did, because a seat was late. */
export type Abandoned = {
  what: "abandoned";
  late: number | null;
};

/** How you sign in, and where you are signed in. A guest has no name to sign in by and no passkeys. */
export type Account = {
  me: Me;
  login: string | null;
  passkeys: Passkey[];
  sessions: Session[];
  tokens: KnownToken[];
};

/** Add one's own salt to the dealing, so that not even the server could have chosen it. */
export type AddSalt = {
  do: "add_salt";
  key?: string;
  salt: string;
  seat?: number | null;
};

/** What happened in a scene, how it stands, and how the tickets stand. */
export type AfterMoves = {
  news: News;
  outlook: Outlook;
};

/** Where a learner is: the scene and the own moves in it. */
export type AtLesson = {
  scene: string;
  moves?: string[];
  name?: string;
  lang?: string;
};

/** Go back to a row: the moves after it do not stand any more. */
export type Back = {
  about: "back";
  to: number;
};

/** So many seconds for the whole game, and some more with each turn. */
export type Bank = {
  kind: "bank";
  seconds: number;
  increment: number;
};

/** So many seconds for the whole game, and some more with each turn. */
export type BankAsked = {
  kind: "bank";
  seconds: number;
  increment?: number;
};

/** The best of something, and in which game. */
export type Best = {
  value: number;
  game: string;
  variant: string;
};

/** A seat drew the top card of a pile; only that seat knows which (INFO-2). */
export type BlindDrawn = {
  event: "blind_drawn";
  seat: number;
  deck: string;
  card: string | null;
};

/** A bot that can be seated. `message` is the id of what it does. */
export type BotKind = {
  name: string;
  message: string;
  parameters: string[];
};

/** A bot got a seat. */
export type BotSeated = {
  what: "bot_seated";
  seat: number;
  bot: string;
  colour: string;
};

/** The bots there are, and those of them that are levels, the weakest first. */
export type Bots = {
  levels: string[];
  bots: BotKind[];
};

/** A person plays its seat again. */
export type CameBack = {
  what: "came_back";
  seat: number;
};

/** A table in a list, as everybody may see it. */
export type Card = {
  id: string;
  stage: "lobby" | "over" | "playing";
  host: string | null;
  created: number;
  changed: number;
  setup: Setup;
  chairs: Chair[];
  waiting: number[];
  due: number | null;
  ending: Ending | null;
  rematch: string | null;
};

/** A seat of a table and who has it. */
export type Chair = {
  person: string | null;
  bot: string | null;
  name: string;
  colour: string;
  local: boolean;
  reserved: boolean;
  stand_in: string | null;
  resigned: boolean;
  offered: boolean;
};

/**
 * The form of the decision of the seat that looks: what a client draws, and all it needs to say a move.
 *
 * Every legal move is `row`, `blind`, … with one entry of the lists.
 */
export type Choice = {
  kind: string;
  row: RowChoice[];
  blind: string[];
  stop: boolean;
  tickets: boolean;
  keep_least: number;
  keep_of: number;
  keep_ordered: boolean;
  claims: PlaceChoice[];
  surcharge: number;
  pay: string[];
  decline: boolean;
  stations: PlaceChoice[];
  harbours: PlaceChoice[];
  swaps: SwapChoice[];
  split_least: number;
  split_most: number;
  passing: boolean;
};

/** A seat put down a secret choice at the start (SETUP-7, SETUP-8). */
export type ChoiceMade = {
  event: "choice_made";
  seat: number;
  decision: string;
};

/** A clause of the rules. */
export type Clause = {
  id: string;
  title: string;
  text: string;
};

/** The clock of a seat. */
export type Clock = {
  left: number;
  since: number | null;
  flagged: boolean;
  night: Night | null;
  vacations: [number, number][];
};

/** The server was away, or its clock jumped: what was running runs anew with what it had. */
export type ClocksHeld = {
  what: "clocks_held";
};

/** Play one's seat again, from where the stand-in has come. */
export type ComeBack = {
  do: "come_back";
  key?: string;
  seat?: number | null;
};

/** So many days for each decision; nights and vacations do not count. */
export type Days = {
  kind: "days";
  days: number;
  vacation: number;
};

/** So many days for each decision; nights and vacations do not count. */
export type DaysAsked = {
  kind: "days";
  days: number;
  vacation?: number;
};

/** Everything that one needs to deal a game again. */
export type Dealing = {
  table: string;
  promise: string;
  secret: string;
  salts: Record<string, string>;
  dealt: number;
  first: number | null;
  record: Record<string, unknown>;
  rows: Dealt[];
  format: string;
};

/** Whether a finished game was dealt as promised, and in a sentence what came out when it was dealt again. */
export type DealingTold = {
  fair: boolean;
  message: string;
  parameters: Record<string, unknown>;
  sentence: string;
};

/** A row of the log in which chance was asked (`line`: a line of a record), or moves were taken back. */
export type Dealt = {
  row: number;
  line: string;
  back_to: number | null;
  seat: number | null;
};

/** A deck: how much is left, and what was discarded for all to see. */
export type DeckView = {
  deck: string;
  pile: number;
  discard: Record<string, number>;
};

/** A command was carried out: it is row `seq` of the table's log, and kept. */
export type Done = {
  table: string;
  seq: number;
};

/** A seat ended its draw after one card (OPT-8). */
export type DrawStopped = {
  event: "draw_stopped";
  seat: number;
};

/** A little picture of the list. */
export type Emote = {
  kind: "emote";
  emote: string;
};

/** End the game without a result because a seat is late. */
export type End = {
  about: "end";
  seat: number;
};

/** How a game ended: `played` to its end, `resigned` by all but one, or `abandoned`; with places, if any. */
export type Ending = {
  how: "abandoned" | "played" | "resigned";
  ranks: number[];
};

/** What proves the dealing: the promise, the salts of the seats, and at the end the secret. */
export type Fairness = {
  promise: string;
  salts: Record<string, string>;
  secret: string | null;
};

/** Somebody with whom you sat at a table. */
export type Fellow = {
  person: string;
  name: string;
};

/** The time of a seat is up. */
export type FlagFell = {
  what: "flag_fell";
  seat: number;
};

/**
 * Somebody wanted to be forgotten. The rows before this one were written anew, without the name and the id.
 *
 * Who has the table in memory reads it again. If nobody hosted it, the next one who sits there does.
 */
export type Forgotten = {
  what: "forgotten";
  host: string | null;
};

/** A finished game in a list. `unrated` says why it is not rated, or nothing. */
export type GameCard = {
  id: string;
  variant: string;
  began: number;
  ended: number;
  how: "abandoned" | "played" | "resigned" | "unfinished";
  moves: number;
  seats: SeatCard[];
  options: Record<string, string | number | null>;
  imported: boolean;
  unrated: string;
};

/** The game is over: `last_turns`, `all_passed` or `turn_limit`. */
export type GameEnded = {
  event: "game_ended";
  how: string;
};

/** It is gone. */
export type GameRemoved = {
  game: string;
};

/** A finished game: its card, its record (docs/formats/record.md), and what it did to the ratings of its seats. */
export type GameTold = {
  card: GameCard;
  record: Record<string, unknown>;
  ratings: (RatingChange | null)[];
  yours: boolean;
};

/** A page of games, and what to ask for the next one with; nothing at the end. */
export type Games = {
  games: GameCard[];
  more: string;
};

/** It is gone. */
export type Gone = Record<string, never>;

/** The games of one variant with so many seats against people or bots. */
export type Group = {
  variant: string;
  seats: number;
  against: string;
  games: number;
  wins: number;
  score: number;
  best: number;
};

/** What was a guest's at this table is an account's from now on. */
export type HandedOver = {
  what: "handed_over";
  person: string;
  to: string;
};

/** A seat built a harbour. */
export type HarbourBuilt = {
  event: "harbour_built";
  seat: number;
  city: string;
  cards: string[];
};

/** Alive, and of which release. */
export type Health = {
  version: string;
};

/** A URL to which what you are told is posted; None for none any more. */
export type HookTo = {
  url: string | null;
};

/** Silence a person at this table, also one that looks on, or let it talk again: the host, or the keepers. */
export type Hush = {
  do: "hush";
  key?: string;
  person: string;
  hushed?: boolean;
};

/** The host silenced a person at this table, or no longer. */
export type Hushed = {
  what: "hushed";
  person: string;
  hushed: boolean;
};

/** A record from elsewhere: as data, or as text of either form. */
export type Import = {
  record: Record<string, unknown> | string;
};

/** The game that a record became; the one it became before, if it is here already. */
export type Imported = {
  game: string;
};

/** The link to a table, and the code to type instead. */
export type Invitation = {
  table: string;
  link: string;
  code: string;
};

/** Whom to invite to a table. */
export type Invite = {
  person: string;
};

/** A token of yours, without its secret. */
export type KnownToken = {
  id: string;
  name: string;
  created: number;
  used: number;
};

/** A seat's supply set off the last turns (END-1). */
export type LastTurnsBegan = {
  event: "last_turns_began";
  seat: number;
  left: number;
};

/** A player on a list. */
export type Leader = {
  place: number;
  name: string;
  bot: boolean;
  own: boolean;
  rating: number;
  games: number;
  wins: number;
  provisional: boolean;
};

/** A list, and your own line wherever it stands. */
export type Leaders = {
  leaders: Leader[];
  own: Leader | null;
};

/** Leave one's seat, in mid-game to a bot; before the game the host may free any. */
export type LeaveSeat = {
  do: "leave_seat";
  key?: string;
  seat?: number | null;
};

/** A line of talk. A line that was removed is left out; that it was stands in a later one. */
export type Line = {
  number: number;
  at: number;
  by: string;
  name: string;
  what: Phrase | Emote | Words | Removed;
};

/** A track borrowed through a station (STATION-6). */
export type Loan = {
  city: string;
  track: string | null;
};

/** Whether somebody looks at the page: who does needs no letter. */
export type Look = {
  do: "look";
  looking: boolean;
};

/** The code that came by mail. */
export type MailCode = {
  code: string;
};

/** An address to which a code goes; None for no mail any more. */
export type MailTo = {
  address: string | null;
};

/** Who you are. */
export type Me = {
  id: string;
  name: string;
  colour: string;
  language: string;
  account: boolean;
};

/** A move with what it brought; the first moment of a game has none. */
export type Moment = {
  seat: number | null;
  move: string;
  events: GameEvent[];
  changes: ([(string | number)[], unknown])[];
};

/** Moments `first` and later of a game as a seat saw them (None: all cards open), and the scene at the first. */
export type Moments = {
  seat: number | null;
  first: number;
  number: number;
  scene: Scene;
  moments: Moment[];
};

/**
 * A seat moved. Sealed: the line of the record, with what chance dealt.
 *
 * On a second line may stand the move that the seat wants to play next.
 */
export type Moved = {
  what: "moved";
  seat: number;
};

/** The legal moves of a seat as texts, and the row up to which that is so: what to send as `expected`. */
export type Moves = {
  seq: number;
  moves: string[];
};

/** A guest with a name, and the colour it likes. */
export type NewGuest = {
  name: string;
  colour?: string;
  language?: string;
};

/** A passkey that a browser has made (PublicKeyCredential.toJSON), with a name to know it by. */
export type NewPasskey = {
  credential: Record<string, unknown>;
  name: string;
};

/** The name and password to sign in by. */
export type NewPassword = {
  login: string;
  password: string;
};

/** A table to open; its opener hosts it, and takes the first seat if it wants. */
export type NewTable = {
  setup: SetupAsked;
  sit?: boolean;
  key?: string;
};

/** A token for a program, with a name to know it by. */
export type NewToken = {
  name: string;
};

/** Everything that happened at a table after row `since`, and how it stands now. */
export type News = {
  type: "news";
  table: string;
  seat: number | null;
  since: number;
  seq: number;
  steps: Step[];
  view: TableView;
};

/** Hours in which a clock of days stands: minutes of the day, and by how many minutes the player is ahead of UTC. */
export type Night = {
  begin: number;
  end: number;
  ahead: number;
};

/** Hours in which a clock of days stands: minutes of the day, and by how many minutes the player is ahead of UTC. */
export type NightAsked = {
  begin: number;
  end: number;
  ahead?: number;
};

/** A player said when it is night where it lives. */
export type NightSet = {
  what: "night_set";
  seat: number;
  night: Night | null;
};

/** A browser that takes no push messages any more. */
export type NoPush = {
  endpoint: string;
};

/** It is done; there is nothing to tell. */
export type Nothing = Record<string, never>;

/**
 * Something that you may want to know. Of each matter at a table there is one: a newer takes the place of an older.
 *
 * The sentence is among the words, as `notices.KIND`.
 */
export type Notice = {
  seq: number;
  table: string;
  matter: string;
  kind: "asked" | "full" | "invited" | "late" | "mention" | "over" | "rematch" | "started" | "turn";
  at: number;
  variant: string;
  who: string;
  about: string;
  seen: boolean;
};

/** What is new among your notices after number `since`. */
export type NoticeNews = {
  type: "notices";
  since: number;
  seq: number;
  notices: Notice[];
};

/** Let a person take over a seat of a bot in mid-game, with all that it knows. Only the host. */
export type OfferSeat = {
  do: "offer_seat";
  key?: string;
  seat: number;
  offered?: boolean;
};

/** A game one can choose: names, notes, fewest and most seats, its own options. */
export type OnShelf = {
  id: string;
  names: Record<string, string>;
  notes: Record<string, string>;
  seats: [number, number];
  options: Record<string, OptionOnShelf>;
};

/** A table was opened; `promise` is the hash of its secret. A rematch keeps the seats for those who played. */
export type Opened = {
  what: "opened";
  setup: Setup;
  promise: string;
  after: string | null;
  chairs: Chair[];
  first: number | null;
};

/** An option of a game: the parameter that it sets, its values by name, and the one that is taken otherwise. */
export type OptionOnShelf = {
  parameter: string;
  values: Record<string, unknown>;
  default: string;
  clause: string;
};

/**
 * How the tickets of a seat stand, the tracks without an owner that it can never claim, and what it could do if it
 * were up now; the last only while others are.
 */
export type Outlook = {
  tickets: Record<string, Prospect>;
  shut: string[];
  ahead: Choice | null;
};

/** A passkey of yours. */
export type Passkey = {
  id: string;
  name: string;
  created: number;
  used: number;
};

/** What the browser's `navigator.credentials` takes, as JSON (parseCreationOptionsFromJSON and the like). */
export type PasskeyOptions = {
  options: Record<string, unknown>;
};

/** What a passkey has signed. */
export type PasskeySignIn = {
  credential: Record<string, unknown>;
  bring?: boolean;
};

/** So many seconds for each decision. */
export type PerMove = {
  kind: "per_move";
  seconds: number;
};

/** A sentence of the list, which everybody reads in its own language. */
export type Phrase = {
  kind: "phrase";
  phrase: string;
};

/** What can be said everywhere; the sentences are among the words, as `talk.ID`. */
export type Phrasebook = {
  phrases: string[];
  emotes: string[];
};

/** The pieces that a seat starts with, revealed when all had chosen (INFO-3). */
export type PiecesSplit = {
  event: "pieces_split";
  seat: number;
  first: number;
  second: number;
};

/** A seat gave pieces of one kind for as many of the other. */
export type PiecesSwapped = {
  event: "pieces_swapped";
  seat: number;
  number: number;
  given: string;
  taken: string;
};

/** A discard became a new pile (ROW-2). */
export type PileShuffled = {
  event: "pile_shuffled";
  deck: string;
  cards: number;
};

/** A sign of life; with a table, the question which of its players are here. */
export type Ping = {
  do: "ping";
  table?: string | null;
};

/** Places with the payments that each of them takes, cheapest in wilds first. */
export type PlaceChoice = {
  places: string[];
  payments: string[];
};

/**
 * Play a move.
 *
 * `expected` is the row up to which the player had seen the table; if the seat's decision arose later, it is stale.
 * `queue` is the second card, drawn at once if it can be and nothing comes between; else it is dropped.
 */
export type Play = {
  do: "play";
  key?: string;
  move: string;
  expected: number;
  queue?: string;
  seat?: number | null;
};

/** The answer to it, with the time of the server, and the seats of those who look at a page. */
export type Pong = {
  type: "pong";
  now: number;
  here: number[] | null;
};

/** A refusal as it is sent. */
export type Problem = {
  type: "problem";
  id: string;
  status: number;
  parameters: Record<string, unknown>;
  sentence: string;
  reason: Reason | null;
};

/** What to change about yourself. */
export type Profile = {
  name?: string | null;
  colour?: string | null;
  language?: string | null;
};

/** A matter on the table, the row that it was proposed in, and who is for and against it. */
export type Proposal = {
  row: number;
  matter: Back | Abandon | Switch | Wait | Replace | End;
  agreed: string[];
  against: string[];
};

/** Ask the others for something; if nobody else has a say, it is done at once. */
export type Propose = {
  do: "propose";
  key?: string;
  matter: Back | Abandon | SwitchAsked | Wait | ReplaceAsked | End;
};

/** A player wants something that others have to agree to. It takes the place of what was proposed before. */
export type Proposed = {
  what: "proposed";
  matter: Back | Abandon | Switch | Wait | Replace | End;
};

/** How a ticket stands: done, so many pieces away at least, or (None) out of reach; and the tracks of such a way. */
export type Prospect = {
  done: boolean;
  pieces: number | null;
  way: string[];
};

/** A browser that takes push messages, as it says itself, and the language that is read there. */
export type Push = {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: string;
};

/** Hours in which nothing goes out: minutes of the day where you live. */
export type Quiet = {
  begin: number;
  end: number;
};

/** What a game did to the rating of a seat, as numbers that people see. */
export type RatingChange = {
  before: number;
  after: number;
};

/** Why the rules refuse a move. */
export type Reason = {
  id: string;
  clause: string;
  parameters: Record<string, unknown>;
  sentence: string;
};

/** One of the last games. */
export type Recent = {
  game: string;
  ended: number;
  variant: string;
  seats: number;
  score: number;
  place: number | null;
};

/** These players play again at another table. */
export type RematchOpened = {
  what: "rematch_opened";
  table: string;
};

/** Line `number` was removed by who said it, or by the host. */
export type Removed = {
  kind: "removed";
  number: number;
};

/** Let a bot stand in for the late seat until its person comes back. */
export type Replace = {
  about: "stand_in";
  seat: number;
  bot: string;
};

/** Let a bot stand in for the late seat until its person comes back. */
export type ReplaceAsked = {
  about: "stand_in";
  seat: number;
  bot?: string;
};

/** A line that the keepers of the server should look at. */
export type Report = {
  number: number;
  why: "cheating" | "other" | "rude" | "spam";
  room?: "gallery" | "table";
};

/** Give up. */
export type Resign = {
  do: "resign";
  key?: string;
  seat?: number | null;
};

/** A seat gave up. A bot plays it on for the others; when only one seat is left, or bots alone, the game is over. */
export type Resigned = {
  what: "resigned";
  seat: number;
};

/** How a game ended, and for whom. */
export type Result = {
  how: string;
  scores: number[];
  ranks: number[];
  winners: number[];
  sheets: Sheet[];
};

/** The review of a game, or how far it is: `done` of `number` moves are weighed. */
export type ReviewTold = {
  state: "done" | "going" | "none";
  done: number;
  number: number;
  worlds: number;
  seats: ReviewedSeat[];
  moves: ReviewedMove[];
};

/** A decision: what it was worth, from what its seat could know. */
export type ReviewedMove = {
  moment: number;
  seat: number;
  verdict: string;
  share: number;
  luck: number;
  behind: number;
  points_behind: number;
  better: string;
  why: string;
};

/** A seat of a reviewed game in sum: `start` + `luck` - `given_away` = `result`, as shares of victory. */
export type ReviewedSeat = {
  seat: number;
  accuracy: number;
  given_away: number;
  points_given_away: number;
  luck: number;
  start: number;
  result: number;
  verdicts: Record<string, number>;
};

/** Let everybody move one seat on. Before the game, and only the host. */
export type RotateSeats = {
  do: "rotate_seats";
  key?: string;
};

/** A card of the row, with the decks that may refill the gap; none where there is no choice. */
export type RowChoice = {
  card: string;
  refills: string[];
};

/** A card was turned up into the row. */
export type RowFilled = {
  event: "row_filled";
  slot: number;
  card: string;
};

/** The whole row was discarded (ROW-4). */
export type RowReset = {
  event: "row_reset";
  wilds: number;
};

/** A seat took a card from the row. */
export type RowTaken = {
  event: "row_taken";
  seat: number;
  card: string;
  slot: number;
};

/** The rules of a game in a language. */
export type Rules = {
  variant: string;
  brief: string[];
  chapters: RulesChapter[];
};

/** Sections that belong together. */
export type RulesChapter = {
  id: string;
  title: string;
  sections: RulesSection[];
};

/** A clause with the game's own values. */
export type RulesClause = {
  id: string;
  title: string;
  text: string;
  facts: RulesFact[];
  options: RulesOption[];
};

/** What a clause comes to in a game: what is meant, and its value. */
export type RulesFact = {
  name: string;
  text: string;
  points: Record<string, number>;
};

/** An option that a clause explains: what may be chosen (nothing listed: a number), and the default. */
export type RulesOption = {
  id: string;
  title: string;
  about: string;
  values: string[];
  default: string;
};

/** Clauses about one thing: TUNNEL has TUNNEL-1 to TUNNEL-11. */
export type RulesSection = {
  id: string;
  title: string;
  clauses: RulesClause[];
};

/** A seat added its own salt to the dealing. */
export type Salted = {
  what: "salted";
  seat: number;
  salt: string;
};

/** Something to say. With the same key it is said once. */
export type Say = {
  what: Phrase | Emote | Words;
  room?: "gallery" | "table";
  key?: string;
};

/** A list that there is, with the number of its players. */
export type Scale = {
  variant: string;
  seats: number;
  players: number;
};

/** All lists that there are. */
export type Scales = {
  scales: Scale[];
};

/** How a game stands: what can be seen, and what each seat would have if the game ended here. */
export type Scene = {
  view: View;
  totals: number[];
  completed: string[][];
};

/** One line: its kind, what it is for, the points. */
export type ScoreLine = {
  kind: string;
  points: number;
  what: string;
  outcome: string;
  number: number;
};

/** Give a free seat to a bot; or let another bot play where one does, in mid-game too. */
export type SeatBot = {
  do: "seat_bot";
  key?: string;
  bot: string;
  seat?: number | null;
};

/** A seat of a finished game, as everybody may see it. There is no place where a game had no result. */
export type SeatCard = {
  name: string;
  colour: string;
  score: number;
  place: number | null;
  person: string | null;
  bot: string | null;
  resigned: boolean;
};

/** A seat became free; in mid-game a bot took it over. */
export type SeatLeft = {
  what: "seat_left";
  seat: number;
};

/** Whoever comes may take over a seat of a bot, or no longer. */
export type SeatOffered = {
  what: "seat_offered";
  seat: number;
  offered: boolean;
};

/** A person took a seat. */
export type SeatTaken = {
  what: "seat_taken";
  seat: number;
  person: string;
  name: string;
  colour: string;
  local: boolean;
};

/** What the viewer knows of one seat. Secret parts are None for those who may not know them. */
export type SeatView = {
  seat: number;
  name: string;
  score: number;
  hand_size: number;
  hand_decks: Record<string, number>;
  hand: Record<string, number> | null;
  known: Record<string, number>;
  tracks: string[];
  pieces: Record<string, number>;
  box: Record<string, number>;
  stations: string[];
  stations_left: number;
  harbours: string[];
  harbours_left: number;
  swapped: number;
  tickets_held: number;
  tickets: string[] | null;
  tickets_boxed: number;
  boxed: string[] | null;
  offer_size: number;
  offer: (string | null)[] | null;
  offer_seen: Record<string, number>;
  chosen: string[] | null;
  waiting: string | null;
};

/** Everybody moved one seat on, the last to the first. */
export type SeatsRotated = {
  what: "seats_rotated";
};

/** You have seen your notices up to a number: those of a table, or all. */
export type See = {
  upto: number;
  table?: string | null;
};

/** Send the person of a seat away: it cannot come back to this table. Before the game, and only the host. */
export type SendAway = {
  do: "send_away";
  key?: string;
  seat: number;
};

/** The host sent a person away for good. */
export type SentAway = {
  what: "sent_away";
  person: string;
};

/** A browser in which you are in; `here` is the one that asks. */
export type Session = {
  id: string;
  device: string;
  created: number;
  used: number;
  here: boolean;
};

/** Say when it is night where one lives; half a day at most. */
export type SetNight = {
  do: "set_night";
  key?: string;
  night: NightAsked | null;
  seat?: number | null;
};

/** Say how one talks here, at any time. Only the host. */
export type SetTalk = {
  do: "set_talk";
  key?: string;
  talk: "free" | "none" | "phrases";
};

/** The game, its options, and how the table is run. */
export type Setup = {
  variant: string;
  seats: number;
  options: Record<string, string | number | null>;
  listed: boolean;
  live: boolean;
  clock: PerMove | Bank | Days | null;
  delay: number;
  take_back: boolean;
  talk: "free" | "none" | "phrases";
};

/** The game, its options, and how the table is run. */
export type SetupAsked = {
  variant?: string;
  seats?: number;
  options?: Record<string, string | number | null>;
  listed?: boolean;
  live?: boolean;
  clock?: PerMove | BankAsked | DaysAsked | null;
  delay?: number;
  take_back?: boolean;
  talk?: "free" | "none" | "phrases";
};

/** The score of one seat. */
export type Sheet = {
  seat: number;
  total: number;
  lines: ScoreLine[];
  completed: number;
  trail: number;
  loans: Loan[];
};

/**
 * Not to hear a person (`mute`), or to have nothing to do with it (`block`): it can't sit down or talk at your
 * tables, nor invite you. None takes it back.
 */
export type Shun = {
  person: string;
  how: "block" | "mute" | null;
};

/** A person you do not hear. */
export type Shunned = {
  person: string;
  name: string;
  how: "block" | "mute";
};

/** Signing in by name and password. `bring` along what you have here as a guest: its seats, its tables. */
export type SignIn = {
  login: string;
  password: string;
  bring?: boolean;
};

/** Hear nothing of a table, or do. */
export type Silence = {
  table: string;
  silent: boolean;
};

/** Let a bot play for oneself. */
export type StandIn = {
  do: "stand_in";
  key?: string;
  bot?: string;
  seat?: number | null;
};

/** Deal, when all seats are taken. */
export type Start = {
  do: "start";
  key?: string;
};

/** The game was dealt. Sealed: its record without moves, so that the deal outlives every generator. */
export type Started = {
  what: "started";
};

/** A seat built a station. */
export type StationBuilt = {
  event: "station_built";
  seat: number;
  city: string;
  cards: string[];
};

/** What the games add up to. Means are of the games that were played to the end. */
export type Statistics = {
  games: number;
  wins: number;
  abandoned: number;
  places: Record<string, number>;
  played: number;
  score: number;
  points: Record<string, number>;
  events: Record<string, number>;
  tickets_kept: number;
  tickets_completed: number;
  score_best: Best | null;
  trail_best: Best | null;
  tickets_best: Best | null;
  streak: number;
  streak_best: number;
  tracks: TrackCount[];
  tickets: TicketCount[];
  groups: Group[];
  recent: Recent[];
};

/** A row of the log as one viewer may know it, with what happened in the game. */
export type Step = {
  seq: number;
  at: number;
  by: string | null;
  entry: Entry;
  events: GameEvent[];
};

/** A bot plays for a person until it comes back; `agreed` if the others decided so. */
export type StoodIn = {
  what: "stood_in";
  seat: number;
  bot: string;
  agreed: boolean;
};

/** So many more cards are asked for. */
export type SurchargeDue = {
  event: "surcharge_due";
  seat: number;
  number: number;
};

/** The surcharge was paid. */
export type SurchargePaid = {
  event: "surcharge_paid";
  seat: number;
  cards: string[];
};

/** A direction of swapping and the most pieces. */
export type SwapChoice = {
  given: string;
  taken: string;
  most: number;
};

/** Play on live, or a move now and then, with another clock. */
export type Switch = {
  about: "switch";
  live: boolean;
  clock: PerMove | Bank | Days | null;
};

/** Play on live, or a move now and then, with another clock. */
export type SwitchAsked = {
  about: "switch";
  live: boolean;
  clock?: PerMove | BankAsked | DaysAsked | null;
};

/** The table goes on live, or a move now and then, with another clock; everybody has the whole time of it. */
export type Switched = {
  what: "switched";
  live: boolean;
  clock: PerMove | Bank | Days | null;
};

/** A table now, as one viewer may know it. `game` is the engine's view without its log, which is in the steps. */
export type TableView = {
  id: string;
  seq: number;
  stage: "lobby" | "over" | "playing";
  host: string | null;
  created: number;
  setup: Setup;
  chairs: Chair[];
  fair: Fairness;
  game: View | null;
  first: number | null;
  after: string | null;
  rematch: string | null;
  clocks: Clock[];
  due: number | null;
  proposal: Proposal | null;
  ending: Ending | null;
  hushed: string[];
  free_back: number[];
};

/** Tables to choose from. */
export type Tables = {
  tables: Card[];
};

/** Take back one's last move, or all of one's moves after a row, while nobody has seen anything new since. */
export type TakeBack = {
  do: "take_back";
  key?: string;
  to?: number | null;
  seat?: number | null;
};

/**
 * Take a free seat, the first by default; in mid-game one that the host has offered.
 *
 * With a `name` it is for somebody who plays at the same browser.
 */
export type TakeSeat = {
  do: "take_seat";
  key?: string;
  seat?: number | null;
  name?: string;
  colour?: string;
};

/** Let one's clock stand for some days, from now on. */
export type TakeVacation = {
  do: "take_vacation";
  key?: string;
  days: number;
  seat?: number | null;
};

/** The moves after a row do not stand any more: those of a seat, or all (None). What was queued is dropped. */
export type TakenBack = {
  what: "taken_back";
  to: number;
  seat: number | null;
  agreed: boolean;
};

/** What was said in a room after line `since`; of a long talk, its end. */
export type TalkNews = {
  type: "talk";
  table: string;
  room: "gallery" | "table";
  since: number;
  seq: number;
  lines: Line[];
};

/** The host said how one talks here. */
export type TalkSet = {
  what: "talk_set";
  talk: "free" | "none" | "phrases";
};

/** A word of the glossary in all languages, and what it means. */
export type Term = {
  id: string;
  group: string;
  names: Record<string, string>;
  about: Record<string, string>;
};

/** A ticket: in how many games it was kept, and in how many of them completed. */
export type TicketCount = {
  variant: string;
  ticket: string;
  kept: number;
  completed: number;
};

/** A seat kept some tickets; the others went under the deck, or out of the game. */
export type TicketsKept = {
  event: "tickets_kept";
  seat: number;
  number: number;
  given_back: number;
  boxed: boolean;
  kept: string[] | null;
  others: string[] | null;
};

/** A seat drew tickets to choose from. */
export type TicketsOffered = {
  event: "tickets_offered";
  seat: number;
  number: number;
  tickets: string[] | null;
};

/** The others wait: the seat has its time once more. */
export type TimeGiven = {
  what: "time_given";
  seat: number;
};

/** A new token. It is shown this once. */
export type Token = {
  token: string;
};

/** A seat claimed a track. */
export type TrackClaimed = {
  event: "track_claimed";
  seat: number;
  track: string;
  cards: string[];
  points: number;
};

/** A track that was claimed in so many games. */
export type TrackCount = {
  variant: string;
  track: string;
  games: number;
};

/** A tunnel that waits for its surcharge; all of it lies open. */
export type Tunnel = {
  seat: number;
  track: string;
  base: string;
  revealed: string[];
  surcharge: number;
};

/** A seat took its base back. */
export type TunnelDeclined = {
  event: "tunnel_declined";
  seat: number;
  track: string;
};

/** A seat set out the base for a tunnel. */
export type TunnelEntered = {
  event: "tunnel_entered";
  seat: number;
  track: string;
  base: string[];
};

/** A card was revealed for a tunnel; `counts` tells whether it asks for one more. */
export type TunnelRevealed = {
  event: "tunnel_revealed";
  seat: number;
  card: string;
  counts: boolean;
};

/** A seat is up; `turn` turns have been taken so far. */
export type TurnBegan = {
  event: "turn_began";
  seat: number;
  turn: number;
};

/** A seat passed. */
export type TurnPassed = {
  event: "turn_passed";
  seat: number;
};

/** Send no more news of a table. */
export type Unwatch = {
  do: "unwatch";
  table: string;
  seat?: number | null;
};

/** Send no more of it. */
export type UnwatchTalk = {
  do: "unwatch_talk";
  table: string;
  room?: "gallery" | "table";
};

/** A player is away for some days. */
export type VacationTaken = {
  what: "vacation_taken";
  seat: number;
  begin: number;
  end: number;
};

/** Everything that one seat may know, or a spectator. */
export type View = {
  variant: string;
  options: Record<string, string | number | null>;
  seat: number | null;
  first_seat: number;
  turns: number;
  passes: number;
  decision: string;
  waiting: number[];
  seats: SeatView[];
  row: (string | null)[];
  decks: DeckView[];
  ticket_deck: number;
  ticket_deck_known: Record<string, string>;
  ticket_deck_seen: Record<string, number>;
  last_turns: number | null;
  trigger: number | null;
  tunnel: Tunnel | null;
  choice: Choice | null;
  log: GameEvent[];
  result: Result | null;
  map: Record<string, unknown> | null;
};

/** Say yes or no to what was proposed in a row. The last yes that is needed becomes the thing itself. */
export type Vote = {
  do: "vote";
  key?: string;
  proposal: number;
  agree: boolean;
};

/** Somebody is for or against what was proposed. Who withdraws, or is against what all must agree to, ends it. */
export type Voted = {
  what: "voted";
  proposal: number;
  agree: boolean;
};

/** Wait: the late seat has its time once more. */
export type Wait = {
  about: "wait";
  seat: number;
};

/** How you want to be told when you are away. */
export type Wanted = {
  off: ("asked" | "full" | "invited" | "late" | "mention" | "over" | "rematch" | "started" | "turn")[];
  push: boolean;
  mail: boolean;
  hook: boolean;
  quiet: Quiet | null;
  zone: string;
};

/** How you want to be told when you are away. */
export type WantedAsked = {
  off?: ("asked" | "full" | "invited" | "late" | "mention" | "over" | "rematch" | "started" | "turn")[];
  push?: boolean;
  mail?: boolean;
  hook?: boolean;
  quiet?: Quiet | null;
  zone?: string;
};

/** Send news of a table, from row `since` on. */
export type Watch = {
  do: "watch";
  table: string;
  seat?: number | null;
  since?: number;
};

/** Send your notices, those after number `since`. */
export type WatchNotices = {
  do: "watch_notices";
  since?: number;
};

/** Send what is said in a room of a table, from line `since` on. */
export type WatchTalk = {
  do: "watch_talk";
  table: string;
  room?: "gallery" | "table";
  since?: number;
};

/** By how many ways something went out. */
export type Ways = {
  letters: number;
};

/** A line of talk. */
export type WhichLine = {
  number: number;
  room?: "gallery" | "table";
};

/** A move that seems impossible there. */
export type WhyAtLesson = {
  at: AtLesson;
  move: string;
};

/** The move that was looked at, and why it can't be made; None if it can. */
export type WhyNot = {
  move: string;
  reason: Reason | null;
};

/** How you want to be told, and by which ways you can be. */
export type Wishes = {
  wanted: Wanted;
  mail: string | null;
  mail_waiting: string | null;
  mail_possible: boolean;
  hook: string | null;
  hook_secret: string;
  push_key: string;
  pushes: number;
  silent: string[];
};

/** Words of one's own, where the host allows them. `@` and the name of a seat tells its person. */
export type Words = {
  kind: "words";
  text: string;
};

/** What the socket asks. */
export type SocketAsks = Watch | Unwatch | WatchTalk | UnwatchTalk | WatchNotices | Look | Ping;

/** What the socket tells. */
export type SocketTells = News | TalkNews | NoticeNews | Pong | Problem;

export type GameEvent =
  | RowTaken
  | BlindDrawn
  | RowFilled
  | RowReset
  | PileShuffled
  | DrawStopped
  | TicketsOffered
  | TicketsKept
  | ChoiceMade
  | TrackClaimed
  | TunnelEntered
  | TunnelRevealed
  | SurchargeDue
  | SurchargePaid
  | TunnelDeclined
  | StationBuilt
  | HarbourBuilt
  | PiecesSwapped
  | PiecesSplit
  | TurnPassed
  | TurnBegan
  | LastTurnsBegan
  | GameEnded;

export type Entry =
  | Opened
  | SeatTaken
  | SeatLeft
  | SentAway
  | BotSeated
  | SeatOffered
  | SeatsRotated
  | RematchOpened
  | Salted
  | Started
  | Moved
  | TakenBack
  | StoodIn
  | CameBack
  | Resigned
  | TimeGiven
  | Abandoned
  | FlagFell
  | ClocksHeld
  | NightSet
  | VacationTaken
  | Switched
  | Proposed
  | Voted
  | TalkSet
  | Hushed
  | HandedOver
  | Forgotten;

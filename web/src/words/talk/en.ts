// Talking at a table.

export const messages = {
  talk: "Chat",
  talkUnread: "Chat, {number} new",
  gallery: "Those who look on",
  atTheTable: "At the table",
  phrases: "Phrases",
  emotes: "Little pictures",
  yourWords: "Your words",
  say: "Say",
  nothingSaid: "Nobody has said anything yet.",
  noTalk: "At this table one does not talk.",
  onlyTable: "Here talk those who have a seat.",
  aboutLine: "What to do with this line",
  removeLine: "Remove",
  mutePerson: "Hear {name} no more",
  blockPerson: "Block {name}",
  reportLine: "Report",
  hushPerson: "Silence {name} here",
  reported: "Thank you, somebody will look at it.",
  why_rude: "It is rude",
  why_spam: "It is advertising",
  why_cheating: "It is cheating",
  why_other: "Something else",
};

export type Messages = Record<keyof typeof messages, string>;

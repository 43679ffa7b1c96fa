import type { Messages } from "./en.ts";

export const messages: Messages = {
  mapHow:
    "矢印キーでたどれます。左と右で都市から出る線路を順に選び、上で線路の先の都市へ進み、下で戻ります。Enterで線路を選択します。文字を打つと都市を名前で探します。PageDownとPageUpで、今獲得できる線路を順にたどります。Shiftと矢印でマップが動き、＋と－で拡大・縮小、0で全体を表示します。",
  standCity: "{city}: 線路{number}本",
  standOpen: "今獲得できる線路{number}本",
  standPort: "港町",
  standStation: "{name}の駅",
  standHarbour: "{name}の港",
  standTrack: "{city}まで: {about}",
  standFree: "今獲得できます",
  table: "テーブル",
  nothingThere: "見つかりません",
};

import type { Messages } from "./en.ts";

export const messages: Messages = {
  mapHow:
    "用方向鍵在地圖上行走：左右鍵輪流選擇城市的路線，上鍵沿路線前進，下鍵返回。Enter 選定路線。輸入字母可依名稱尋找城市。PageDown 和 PageUp 依序走過現在可以佔據的路線。按住 Shift 時，方向鍵移動地圖；加號和減號縮放，0 顯示全圖。",
  standCity: "{city}：{number}條路線",
  standOpen: "現在可佔據{number}條",
  standPort: "港口城市",
  standStation: "{name}的車站",
  standHarbour: "{name}的港口",
  standTrack: "往{city}：{about}",
  standFree: "現在可以佔據",
  table: "桌面",
  nothingThere: "找不到",
};

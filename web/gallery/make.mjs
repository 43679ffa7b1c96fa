// Pictures of every page and state, in three widths, two lights and three languages, and a page that shows them all:
// node gallery/make.mjs [words that a state's name has …]; LANGS, WIDTHS, LIGHTS and VARIANTS make it fewer.

import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openHouse } from "../tests/house.mjs";
import { STATES } from "../tests/states.mjs";

const SHOTS = join(import.meta.dirname, "shots");
const asked = (name, all) => (process.env[name] ? process.env[name].split(",") : all);
const langs = asked("LANGS", ["en", "ja", "zh-Hant"]);
const lights = asked("LIGHTS", ["light", "dark"]);
const widths = asked("WIDTHS", ["360", "1280", "2560"]).map(Number);
const HIGH = { 360: 640, 1280: 800, 2560: 1440 };
const wanted = process.argv.slice(2);
const states = STATES.filter((it) => wanted.every((word) => it.name.includes(word)));
const fileOf = (text) => text.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "").toLowerCase();

const house = await openHouse();
const wrong = [];
let number = 0;
try {
  const all = asked("VARIANTS", await house.variants());
  for (const lang of langs) {
    for (const state of states) {
      for (const variant of state.every ? all : all.slice(0, 1)) {
        const guest = await house.guest("mouse", { lang, name: { en: "Ada", ja: "はな", "zh-Hant": "小美" }[lang] });
        const name = fileOf(`${state.name}${state.every ? ` ${variant}` : ""}`);
        try {
          if ((await state.at(guest, variant)) === false) {
            await guest.leave();
            continue; // this game has no such state
          }
          for (const width of widths) {
            await guest.page.setViewportSize({ width, height: HIGH[width] ?? 800 });
            for (const light of lights) {
              await guest.page.emulateMedia({ colorScheme: light, reducedMotion: "reduce" });
              await guest.page.waitForTimeout(250);
              const wide = await guest.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
              if (wide > 0) wrong.push(`${name}, ${lang}, ${width}: the page is ${wide} px wider than the window`);
              mkdirSync(join(SHOTS, name), { recursive: true });
              await guest.page.screenshot({ path: join(SHOTS, name, `${lang}-${light}-${width}.jpg`), type: "jpeg", quality: 72 });
              number += 1;
            }
          }
        } catch (error) {
          wrong.push(`${name}, ${lang}: ${error.message.split("\n")[0]}`);
        }
        await guest.leave();
      }
      process.stdout.write(".");
    }
  }
} finally {
  await house.close();
}

const shots = readdirSync(SHOTS)
  .filter((it) => statSync(join(SHOTS, it)).isDirectory())
  .flatMap((state) => readdirSync(join(SHOTS, state)).map((file) => ({ state, file, ...Object.fromEntries(["lang", "light", "width"].map((key, i) => [key, file.replace(".jpg", "").replace("zh-Hant", "zh_Hant").split("-")[i].replace("_", "-")])) })));
writeFileSync(
  join(SHOTS, "index.html"),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Branchline: every page and state</title>
<style>body{font:15px system-ui;margin:16px;background:#777;color:#fff}figure{margin:0 0 24px}img{max-width:100%;border:1px solid #000}section{display:grid;grid-template-columns:repeat(auto-fill,minmax(var(--w),1fr));gap:12px}label{margin-right:14px}</style>
<h1>Every page and state</h1><p id="choose"></p><main></main><script>
const shots=${JSON.stringify(shots)};
const now={lang:"en",light:"light",width:"1280"};
const choose=document.getElementById("choose");
for(const key of Object.keys(now)){const label=document.createElement("label");label.textContent=key+" ";const select=document.createElement("select");for(const value of new Set(shots.map(s=>s[key])))select.add(new Option(value,value,false,value===now[key]));select.onchange=()=>{now[key]=select.value;show()};label.append(select);choose.append(label)}
function show(){document.querySelector("main").innerHTML='<section style="--w:'+(now.width==="360"?"300px":"620px")+'">'+shots.filter(s=>Object.entries(now).every(([k,v])=>s[k]===v)).map(s=>'<figure><a href="'+s.state+"/"+s.file+'"><img loading="lazy" alt="" src="'+s.state+"/"+s.file+'"></a><figcaption>'+s.state+"</figcaption></figure>").join("")+"</section>"}
show();
</script></html>
`,
);
console.log(`\n${number} pictures; open ${join(SHOTS, "index.html")}`);
if (wrong.length) console.error(`Wrong:\n  ${wrong.join("\n  ")}`);
process.exit(wrong.length ? 1 : 0);

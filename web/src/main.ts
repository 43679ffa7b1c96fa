import { mount } from "svelte";
import App from "./App.svelte";
import "./theme.css";
import "./look.css";
import { settings } from "./settings.svelte.ts";
import { firstLanguage, words } from "./words/words.svelte.ts";

// The page's own links are meant from where it was loaded, also when the path has become another.
for (const link of document.querySelectorAll<HTMLLinkElement>("link:is([rel=icon], [rel=apple-touch-icon], [rel=manifest])")) link.setAttribute("href", link.href);
settings.show();
await words.speak(firstLanguage());
mount(App, { target: document.getElementById("app")! });

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The board as one script for Python (pictures/draw.ts): rendered to text, styles inside, nothing left to load.
export default defineConfig({
  publicDir: false,
  plugins: [svelte({ emitCss: false, compilerOptions: { css: "injected" } })],
  build: {
    ssr: "pictures/draw.ts",
    outDir: "../src/branchline/pictures/script",
    emptyOutDir: true,
    target: "es2022",
    minify: true,
    rollupOptions: { output: { format: "iife", entryFileNames: "board.js", codeSplitting: false } },
  },
  ssr: { noExternal: true, target: "webworker" },
});

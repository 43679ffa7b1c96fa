import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** The worker beside the page: a file of its own at the root, which knows by name all files that it should keep. */
const worker = (): Plugin => ({
  name: "worker",
  apply: "build",
  generateBundle(_, bundle) {
    const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name)).toSorted();
    const build = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
    const source = readFileSync(join(import.meta.dirname, "src/worker.js"), "utf-8");
    const head = `const BUILD = ${JSON.stringify(build)};\nconst FILES = ${JSON.stringify(files)};\n`;
    this.emitFile({ type: "asset", fileName: "worker.js", source: head + source });
  },
});

// The page works under any path, and nothing in it comes from elsewhere.
export default defineConfig({
  base: "./",
  plugins: [svelte(), worker()],
  build: {
    outDir: "../src/branchline/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Messages are told apart by their part of the page: "play-en", not "en".
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) => {
          const part = facadeModuleId?.match(/\/words\/(\w+)\/[\w-]+\.ts$/)?.[1];
          return `assets/${part ? `${part}-` : ""}[name]-[hash].js`;
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});

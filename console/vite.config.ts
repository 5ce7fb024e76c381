import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;

/** Compresses the assets once, at the build: Express does not compress while it serves, which would delay server-sent events. */
const compressAssets = (): Plugin => ({
  name: "compress-assets",
  apply: "build",
  writeBundle: ({ dir = "" }) => {
    for (const file of globSync(join(dir, "assets/*.{js,css}"))) {
      const content = readFileSync(file);
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      // The best level takes seconds once, and makes the files a sixteenth smaller than two levels below, each time that they are loaded.
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    }
  },
});

export default defineConfig({
  root,
  base: "/console/",
  publicDir: join(root, "public"),
  cacheDir: join(root, "../.cache/vite"),
  plugins: [compressAssets()],
  build: {
    outDir: join(root, "../.cache/console/by-hand"),
    emptyOutDir: true,
    // Inlined files are data: URLs, which the page's Content-Security-Policy blocks.
    assetsInlineLimit: 0,
    // Every supported browser preloads modules itself, and the polyfill would be an inline script.
    modulePreload: { polyfill: false },
    target: "baseline-widely-available",
    rolldownOptions: {
      input: {
        console: join(root, "index.html"),
        talk: join(root, "talk/index.html"),
        embed: join(root, "talk/embed.ts"),
      },
      // External pages name the script that puts a talk button on them.
      output: { entryFileNames: ({ name }) => (name === "embed" ? "talk.js" : "assets/[name]-[hash].js") },
      // "use client" is meant for server-side rendering, which is not used here.
      onLog: (level, log, tell) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") tell(level, log);
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8080" } },
});

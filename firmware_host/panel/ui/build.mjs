// Bundles the pages into ../bundle: index.html, and assets named by the hash of their content.
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.env.BUNDLE_FOLDER ?? join(here, "..", "bundle");

await rm(out, { recursive: true, force: true });
await mkdir(join(out, "assets"), { recursive: true });

const made = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.ts", "src/style.css"],
  outdir: join(out, "assets"),
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome120", "firefox121", "safari17"],
  loader: { ".woff2": "file" },
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
});

const asset = (entry) => {
  const found = Object.entries(made.metafile.outputs).find(([, output]) => output.entryPoint === entry);
  return basename(found[0]);
};

const names = (await readdir(join(out, "assets"))).sort();
const page = await readFile(join(here, "src", "index.html"), "utf8");
const html = page
  .replaceAll("{font}", names.find((name) => name.endsWith(".woff2")))
  .replaceAll("{script}", asset("src/main.ts"))
  .replaceAll("{style}", asset("src/style.css"));
await writeFile(join(out, "index.html"), html);

let size = gzipSync(html, { level: 9 }).length;
for (const name of names) {
  const data = await readFile(join(out, "assets", name));
  size += name.endsWith(".woff2") ? data.length : gzipSync(data, { level: 9 }).length;
}
console.log(`bundle of ${names.length} assets: ${(size / 1000).toFixed(1)} kB as sent for the first page`);

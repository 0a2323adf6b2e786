// Opens every page of a folder in Chromium, and draws the dumps of graphs with Mermaid: node pages.mjs FOLDER
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const folder = resolve(process.argv[2]);
const shots = join(folder, "shots");
mkdirSync(shots, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

// A page of its own, with everything noted that should not happen.
async function opened(options) {
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => wrong.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => wrong.push(`error: ${error}`));
  page.on("dialog", (dialog) => wrong.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("data:") && url !== page.expected) wrong.push(`request: ${url}`);
  });
  return { context, page, wrong };
}

async function report(name, colorScheme, width) {
  const { context, page, wrong } = await opened({ colorScheme, viewport: { width, height: 900 } });
  page.expected = pathToFileURL(join(folder, name)).href;
  await page.goto(page.expected);
  const shape = await page.evaluate(() => ({
    scripts: document.scripts.length,
    headings: document.querySelectorAll("h1").length,
    // What is wider than the window, and does not scroll by itself.
    wide: [...document.querySelectorAll("body *")]
      .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1 && !one.closest(".scroll, .graph, pre, .hidden"))
      .map((one) => one.outerHTML.slice(0, 120)),
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    styled: getComputedStyle(document.body).backgroundColor,
  }));
  const at = `${name}, ${colorScheme}, ${width}`;
  assert.equal(shape.scripts, 0, at);
  assert.equal(shape.headings, 1, at);
  assert.equal(shape.dark, colorScheme === "dark", at);
  assert.notEqual(shape.styled, "rgba(0, 0, 0, 0)", `${at}: the style sheet is applied`);
  assert.ok(shape.overflow <= 0, `${at}: ${shape.overflow} pixels wider than the window: ${shape.wide.join("\n")}`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" | ")}`);
  assert.deepEqual(found, [], `${at}: accessibility`);
  assert.deepEqual(wrong, [], at);
  await page.screenshot({ path: join(shots, `${name}-${colorScheme}-${width}.png`), fullPage: true });

  // What gets into the page in spite of the escaping can neither run nor load.
  const harm = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.harmed = true";
    document.head.append(script);
    const image = document.createElement("img");
    image.src = "http://127.0.0.1:9/x.png";
    document.body.append(image);
    const style = document.createElement("style");
    style.textContent = "body{display:none}";
    document.head.append(style);
    await new Promise((done) => setTimeout(done, 50));
    return { harmed: window.harmed, display: getComputedStyle(document.body).display };
  });
  assert.deepEqual(harm, { harmed: undefined, display: "block" }, `${at}: the policy holds`);
  const refused = wrong.filter((what) => what.includes("Content Security Policy"));
  assert.equal(refused.length, 3, `${at}: ${wrong}`);
  await context.close();
}

async function mermaid(name) {
  const { context, page, wrong } = await opened({ viewport: { width: 1600, height: 900 } });
  await page.setContent("<!doctype html><body style='margin:0'><div id=here></div>");
  await page.addScriptTag({ path: require.resolve("mermaid/dist/mermaid.min.js") });
  const texts = await page.evaluate(async (text) => {
    window.mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
    const { svg } = await window.mermaid.render("drawn", text);
    document.getElementById("here").innerHTML = svg;
    return document.getElementById("here").textContent;
  }, readFileSync(join(folder, name), "utf8"));
  for (const lane of ["integration-linux", "spelling-4"]) assert.ok(texts.includes(lane), `${name} lacks ${lane}`);
  assert.deepEqual(wrong, [], name);
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
  await context.close();
}

async function picture(name) {
  for (const colorScheme of ["light", "dark"]) {
    const { context, page, wrong } = await opened({ colorScheme, viewport: { width: 1480, height: 900 } });
    page.expected = pathToFileURL(join(folder, name)).href;
    await page.goto(page.expected);
    assert.deepEqual(wrong, [], name);
    await page.screenshot({ path: join(shots, `${name}-${colorScheme}.png`) });
    await context.close();
  }
}

try {
  const names = readdirSync(folder).sort();
  const pages = names.filter((name) => name.endsWith(".html"));
  assert.ok(pages.length >= 4, `${pages}`);
  for (const name of pages)
    for (const scheme of ["light", "dark"]) for (const width of [1280, 390]) await report(name, scheme, width);
  for (const name of names.filter((name) => name.endsWith(".mmd"))) await mermaid(name);
  for (const name of names.filter((name) => name.endsWith(".svg"))) await picture(name);
  console.log(`${pages.length} pages, their pictures are in ${shots}`);
} finally {
  await browser.close();
}

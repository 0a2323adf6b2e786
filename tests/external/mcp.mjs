// A client as agents' hosts have it: lists the tools, runs a review with progress, cancels one, reads the ledger, exports.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

const [assize] = process.argv.slice(2);
const place = mkdtempSync(join(tmpdir(), "assize-mcp-"));
const repository = join(place, "repository");
const env = {
  PATH: process.env.PATH,
  HOME: join(place, "home"),
  AGENTPROTO_HOME: join(place, "state"),
  ASSIZE_GRACE_MS: "300",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};
const git = (...args) => execFileSync("git", args, { cwd: repository, env, encoding: "utf8" });

const until = async (what, holds) => {
  for (let tries = 0; !holds(); tries += 1) {
    assert(tries < 6000, `${what} does not come`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

const connect = async () => {
  const transport = new StdioClientTransport({ command: assize, args: ["mcp"], cwd: repository, env, stderr: "inherit" });
  const client = new Client({ name: "assize-tests", version: "1.0.0" });
  const errors = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  // From here on the SDK holds each answer against the schema of its tool.
  const { tools } = await client.listTools();
  const call = async (name, args, options) => {
    const result = await client.callTool({ name, arguments: args }, CallToolResultSchema, options);
    if (result.structuredContent) {
      assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    }
    return result;
  };
  return { client, tools, call, errors };
};

try {
  mkdirSync(repository, { recursive: true });
  mkdirSync(env.HOME);
  git("init", "-q", "-b", "main", ".");
  writeFileSync(join(repository, "README"), "base\n");
  git("add", "-A");
  git("commit", "-q", "-m", "base");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  writeFileSync(
    join(repository, "REVIEW.md"),
    `---
kind: review
id: sample
target: git-range
checks:
  - {id: quick, kind: command, run: "true"}
  - {id: wrong, kind: command, run: "echo this is wrong; exit 1"}
  - {id: slow, kind: command, run: "echo $$ > ../pid; exec sleep 600"}
bindings:
  default: {checks: [quick, wrong]}
  long: {checks: [quick, slow]}
verdict: {exportDir: .reviews}
---
`,
  );
  git("add", "-A");
  git("commit", "-q", "-m", "change");

  const { client, tools, call, errors } = await connect();
  assert.equal(client.getServerVersion().name, "assize");
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ["review_run", "review_status", "review_cancel", "review_ledger", "review_export", "review_pr"],
  );

  const told = [];
  const run = await call("review_run", { cwd: repository }, { onprogress: (progress) => told.push(progress) });
  const view = run.structuredContent;
  assert.equal(view.status, "done");
  assert.equal(view.verdict, "block");
  assert.equal(view.attestation.lanes[1].findings[0].detail, "this is wrong\n");
  assert.deepEqual([told[0].progress, told.at(-1).progress, told.at(-1).total], [0, 2, 2]);
  assert(told.some(({ message }) => message === "wrong: fail"), JSON.stringify(told));
  console.log(`progress: ${told.map(({ progress, message }) => `${progress} ${message}`).join("; ")}`);

  const abort = new AbortController();
  const pid = join(place, "pid");
  const cancelled = call("review_run", { cwd: repository, binding: "long" }, { signal: abort.signal });
  await until("the slow check", () => existsSync(pid) && readFileSync(pid, "utf8").endsWith("\n"));
  abort.abort("enough");
  await assert.rejects(cancelled);
  await until("the end of the slow check", () => !existsSync(`/proc/${readFileSync(pid, "utf8").trim()}`));

  rmSync(pid);
  const begun = (await call("review_run", { cwd: repository, binding: "long", wait: false })).structuredContent;
  assert.equal(begun.status, "running");
  const status = (await call("review_status", { runId: begun.runId })).structuredContent;
  assert.equal(status.status, "running");
  const cancel = (await call("review_cancel", { runId: begun.runId })).structuredContent;
  assert.deepEqual(cancel, { runId: begun.runId, cancelled: true, status: "cancelled" });

  const ledger = (await call("review_ledger", { cwd: repository, includeRunning: true })).structuredContent;
  assert.equal(ledger.total, 1, "cancelled reviews are recorded nowhere");
  assert.equal(ledger.attestations[0].runId, view.runId);

  const exported = (await call("review_export", { runId: view.runId })).structuredContent;
  assert.deepEqual(JSON.parse(readFileSync(exported.path, "utf8")), view.attestation);

  const pr = await call("review_pr", { runId: view.runId, prUrl: "https://github.com/ada/engine/pull/1" });
  assert.equal(pr.structuredContent.linkedVia, "prUrl");

  for (const [name, input] of [
    ["review_run", { cwd: repository, unknown: 1 }],
    ["review_run", { cwd: repository, binding: "nobody" }],
    ["review_ledger", { limit: 501 }],
    ["review_status", { runId: "review-nobody" }],
  ]) {
    const refused = await call(name, input);
    assert.equal(refused.isError, true, name);
    console.log(`refused: ${refused.content[0].text.slice(0, 160)}`);
  }

  // A client that leaves takes its reviews along.
  const leaving = await connect();
  leaving.call("review_run", { cwd: repository, binding: "long" }).catch(() => {});
  await until("the slow check", () => existsSync(pid) && readFileSync(pid, "utf8").endsWith("\n"));
  await leaving.client.close();
  await until("the end of the slow check", () => !existsSync(`/proc/${readFileSync(pid, "utf8").trim()}`));

  assert.deepEqual(errors, []);
  await client.close();
  console.log("the official TypeScript SDK: all as it should be");
} finally {
  rmSync(place, { recursive: true, force: true });
}

// Stands in for the models' services: node model.mjs LOG. Prints its port. Whatever it is asked, it has the agent try to write into
// the repository, try the same by a command, look at the last commit, and hand in a verdict. LOG gets what the tools answered.
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

const log = (what, value) => appendFileSync(process.argv[2], `${JSON.stringify({ what, value })}\n`);
const verdict = (findings) => JSON.stringify({ summary: "looked", findings });
const COMMAND = "touch made-by-command; git commit --allow-empty -m made; cat $HOME/../../no; git log -1 --format=SEEN-%s";

// Where the prompt says that the verdict goes, and where the repository is.
const places = (text) => ({
  verdict: text.match(/(\/\S+\.verdict\.json)/)?.[1],
  root: text.match(/git repository in (\/\S+),/)?.[1],
});

function events(response, list) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of list) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

// Claude's Messages API.
function messages(body, response) {
  const text = JSON.stringify(body.messages).replaceAll("\\n", "\n");
  const results = body.messages.flatMap((message) => (Array.isArray(message.content) ? message.content : []))
    .filter((block) => block.type === "tool_result");
  const { verdict: file, root } = places(text);
  const names = (body.tools ?? []).map((tool) => tool.name);
  const steps = [
    ["Write", { file_path: `${root}/made-by-tool`, content: "x" }],
    ["Bash", { command: COMMAND, description: "try" }],
    ["Bash", { command: "git log -1 --format=SEEN-%s", description: "look" }],
    ["Write", { file_path: file, content: verdict([]) }],
  ];
  if (results.length) log("result", results.at(-1));
  const step = names.includes("Write") ? steps[results.length] : undefined;
  const block = step
    ? { type: "tool_use", id: `toolu_${results.length}`, name: step[0], input: {} }
    : { type: "text", text: "" };
  const delta = step
    ? { type: "input_json_delta", partial_json: JSON.stringify(step[1]) }
    : { type: "text_delta", text: "The review is done." };
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: body.model, content: [], stop_reason: null, stop_sequence: null, usage };
  const stop = step ? "tool_use" : "end_turn";
  if (!body.stream) {
    const content = step ? { ...block, input: step[1] } : { type: "text", text: delta.text };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...message, content: [content], stop_reason: stop }));
    return;
  }
  events(response, [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: "message_stop" },
  ]);
}

// OpenAI's Responses API.
function responses(body, response) {
  const results = (body.input ?? []).filter((item) => /call_output$/.test(item.type));
  if (results.length) log("result", results.at(-1));
  const names = (body.tools ?? []).map((tool) => tool.name ?? tool.type);
  if (!results.length) log("tools", names);
  const command = results.length ? "git log -1 --format=SEEN-%s" : COMMAND;
  const tool = ["exec_command", "shell_command", "shell", "local_shell"].find((name) => names.includes(name));
  const args = {
    exec_command: { cmd: command }, shell_command: { command }, shell: { command: ["sh", "-c", command] }, local_shell: {},
  }[tool];
  const item = results.length < 2 && tool
    ? { type: "function_call", id: `fc_${results.length}`, call_id: `call_${results.length}`, name: tool, arguments: JSON.stringify(args) }
    : { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: verdict([]), annotations: [] }] };
  const usage = { input_tokens: 10, input_tokens_details: null, output_tokens: 5, output_tokens_details: null, total_tokens: 15 };
  events(response, [
    { type: "response.created", response: { id: "resp_1" } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id: "resp_1", usage } },
  ]);
}

createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const path = new URL(request.url, "http://localhost").pathname;
    let body = {};
    try { body = JSON.parse(Buffer.concat(chunks).toString() || "{}"); } catch { /* not for us */ }
    log("asked", `${request.method} ${path}`);
    if (request.method === "POST" && path.endsWith("/messages")) return messages(body, response);
    if (request.method === "POST" && path.endsWith("/responses")) return responses(body, response);
    response.writeHead(path.endsWith("/count_tokens") ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ input_tokens: 10, data: [], models: [] }));
  });
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });

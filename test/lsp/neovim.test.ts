/** A second real client: Neovim's own. Skipped where there is no nvim. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DIST, tree } from "./harness";
import { HEADER } from "./inputs";

const version = spawnSync("nvim", ["--version"], { encoding: "utf8" }).stdout as string | null;
if (version === null) console.log("There is no nvim here: Neovim is not tested as a client.");

/** What docs/editors/neovim.md configures, in the calls that Neovim 0.7 has too. */
const SCRIPT = `
local node, cli, folder, out = unpack(vim.fn.json_decode(vim.env.SM_LENS_TEST))
vim.cmd('edit ' .. folder .. '/wait.cuh')
vim.bo.filetype = 'cuda'
local id = vim.lsp.start_client({
  name = 'sm-lens',
  cmd = { node, cli, 'lsp' },
  root_dir = folder,
  settings = { smLens = { target = 'sm_120' } },
  handlers = {
    ['workspace/configuration'] = function(_, params)
      return vim.tbl_map(function() return { target = 'sm_120' } end, params.items)
    end,
  },
})
vim.lsp.buf_attach_client(0, id)
local function diagnostics() return vim.diagnostic.get(0) end
vim.wait(60000, function() return #diagnostics() == 2 end, 50)
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000) or {}
  return answers[id] and answers[id].result
end
local uri = vim.uri_from_bufnr(0)
local place = { textDocument = { uri = uri }, position = { line = 2, character = 60 } }
local hover = ask('textDocument/hover', place)
local at = { line = 2, character = 60 }
local actions = ask('textDocument/codeAction', {
  textDocument = { uri = uri },
  range = { start = at, ['end'] = at },
  context = { diagnostics = {} },
})
local edit = nil
for _, action in ipairs(actions or {}) do
  if edit == nil and action.data then edit = (ask('codeAction/resolve', action) or {}).edit end
  if edit == nil then edit = action.edit end
end
local found = vim.tbl_map(function(each) return { line = each.lnum, message = each.message } end, diagnostics())
if edit then vim.lsp.util.apply_workspace_edit(edit, 'utf-16') end
vim.wait(60000, function() return #diagnostics() == 1 end, 50)
local result = {
  found = found,
  hover = hover and hover.contents.value or '',
  after = #diagnostics(),
  line = vim.api.nvim_buf_get_lines(0, 2, 3, false)[1],
}
vim.fn.writefile({ vim.fn.json_encode(result) }, out)
vim.lsp.stop_client(id)
vim.cmd('qall!')
`;

describe.skipIf(version === null)("Neovim", () => {
  it("shows findings and hovers, and applies a fix", () => {
    const folder = tree({ "wait.cuh": HEADER, "setup.py": "" });
    const out = path.join(folder, "result.json");
    const script = path.join(folder, "script.lua");
    writeFileSync(script, SCRIPT);
    const args = ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", `luafile ${script}`];
    const given = JSON.stringify([process.execPath, path.join(DIST, "cli.js"), folder, out]);
    const run = spawnSync("nvim", args, {
      env: { ...process.env, SM_LENS_TEST: given, XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder },
      encoding: "utf8",
      timeout: 170_000,
    });
    expect(run.stderr, "Neovim has no complaint").not.toMatch(/Error|E\d+:/);
    const result = JSON.parse(readFileSync(out, "utf8")) as {
      found: { line: number; message: string }[];
      hover: string;
      after: number;
      line: string;
    };
    expect(result.found.map(({ line }) => line).sort()).toEqual([2, 6]);
    expect(result.hover).toContain("sm_120");
    expect(result.after).toBe(1);
    expect(result.line).not.toContain("< 1200");
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { find, ROUTES } from "../src/routes.ts";

describe("pages", () => {
  it("are found by their paths, with parameters", () => {
    expect(find("")?.route.path).toBe("");
    expect(find("t/abc")?.parameters).toEqual({ id: "abc" });
    expect(find("t/abc/")?.parameters).toEqual({ id: "abc" });
    expect(find("t")).toBeNull();
    expect(find("nowhere/at/all")).toBeNull();
  });
  it("are sent by the server wherever there is one, and nowhere else", () => {
    const server = readFileSync(join(import.meta.dirname, "../../src/branchline/server/pages.py"), "utf-8");
    const there = [.../CLIENT = frozenset\(\s*\{([^}]*)\}/.exec(server)![1]!.matchAll(/"([^"]*)"/g)].map((it) => it[1]!);
    expect(there.toSorted()).toEqual([...new Set(ROUTES.map((it) => it.path.split("/")[0]!))].toSorted());
  });
});

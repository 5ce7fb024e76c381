import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";

const root = new URL("../../", import.meta.url);
const folder = new URL("deploy/systemd/", root);
const units = readdirSync(folder);
/** Directives of a unit; a later one of the same name is added. */
const read = (unit: string): Record<string, string[]> => {
  const directives: Record<string, string[]> = {};
  for (const line of readFileSync(new URL(unit, folder), "utf8").split("\n")) {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name) directives[name] = [...(directives[name] ?? []), value];
  }
  return directives;
};

describe("units of systemd", () => {
  it("are one for each process and one for the migrations", () => {
    const names = ["api", "media", "migrate", "worker"].map((name) => `ringdown-${name}.service`);
    expect(units.toSorted()).toEqual(names);
  });

  it.each(units)("%s starts a program that is there, as a user without privileges, and writes nowhere else", (unit) => {
    const directives = read(unit);
    const [, program = ""] = directives["ExecStart"]?.[0]?.split(" ") ?? [];
    expect(existsSync(new URL(program, root))).toBe(true);
    expect(directives).toMatchObject({
      User: ["ringdown"],
      ProtectSystem: ["strict"],
      PrivateTmp: ["true"],
      NoNewPrivileges: ["true"],
      CapabilityBoundingSet: [""],
    });
  });

  it("give the login that owns the tables to the migrations alone, before which nothing starts", () => {
    const owning = units.filter((unit) => read(unit)["EnvironmentFile"]?.includes("/etc/ringdown/migrations.env"));
    expect(owning).toEqual(["ringdown-migrate.service"]);
    const others = units.filter((unit) => !owning.includes(unit));
    for (const unit of others) expect(read(unit)["After"]?.join()).toContain("ringdown-migrate.service");
  });
});

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { Client } from "pg";
import { ConfigurationError, readConfig, readPublicBaseUrl, requireSettings } from "../../../infra/config/config.ts";
import { listSecretSettings } from "../../../infra/config/secret-settings.ts";

describe("the configuration", () => {
  it("has a default for everything that the embedded stack does not set", () => {
    expect(readConfig({})).toMatchObject({ HOST: "127.0.0.1", PORT: 8080, SIGNUP_ENABLED: false, LOG_LEVEL: "info" });
    expect(readPublicBaseUrl(readConfig({}))).toBe("http://127.0.0.1:8080");
  });

  it("lists every fault at once, each by its variable", () => {
    const read = () =>
      readConfig({ PORT: "eighty", ENCRYPTION_KEY: "short", DATABASE_URL: "mysql://x", SIGNUP_ENABLED: "perhaps" });
    expect(read).toThrow(ConfigurationError);
    for (const name of ["PORT", "ENCRYPTION_KEY", "DATABASE_URL", "SIGNUP_ENABLED", "4 fault"])
      expect(read).toThrow(name);
  });

  it("says of each variable what it takes", () => {
    expect(faultsOf({ PORT: "eighty", LOG_LEVEL: "loud" }).split("\n").slice(1)).toEqual([
      "  PORT: Must be a number",
      "  LOG_LEVEL: Must be fatal, error, warn, info, debug, trace or silent",
    ]);
  });

  it("never shows a faulty secret", () => {
    const message = faultsOf({ ENCRYPTION_KEY: "a-secret-in-the-wrong-form", BOOTSTRAP_PASSWORD: "hunter2" });
    expect(message).toContain("ENCRYPTION_KEY");
    expect(message).not.toMatch(/wrong-form|hunter2/);
  });

  it("wants a LiveKit server with its key, or none of both", () => {
    const key = { LIVEKIT_API_KEY: "ringdown", LIVEKIT_API_SECRET: "a-secret-of-more-than-32-characters" };
    expect(readConfig({ LIVEKIT_URL: "ws://127.0.0.1:7880/", ...key }).LIVEKIT_URL).toBe("ws://127.0.0.1:7880");
    expect(faultsOf({ LIVEKIT_URL: "ws://127.0.0.1:7880" })).toMatch(/LIVEKIT_API_KEY.*\n.*LIVEKIT_API_SECRET/);
    expect(faultsOf(key)).toContain("LIVEKIT_URL: is needed");
    expect(faultsOf({ LIVEKIT_URL: "127.0.0.1:7880", ...key })).toContain("must start with ws://");
    expect(listSecretSettings(readConfig({ LIVEKIT_URL: "ws://127.0.0.1:7880", ...key }))).toContain(
      key.LIVEKIT_API_SECRET,
    );
  });

  it("takes an empty variable for an unset one", () => {
    expect(readConfig({ DATABASE_URL: "", PORT: "" })).toMatchObject({ PORT: 8080 });
    expect(readConfig({ DATABASE_URL: "" }).DATABASE_URL).toBeUndefined();
  });

  it("reads lists, flags and roots", () => {
    const config = readConfig({
      CORS_ORIGINS: "https://a.example, https://b.example",
      SIGNUP_ENABLED: "true",
      PUBLIC_BASE_URL: "https://calls.example/",
    });
    expect(config.CORS_ORIGINS).toEqual(["https://a.example", "https://b.example"]);
    expect(config.SIGNUP_ENABLED).toBe(true);
    expect(readPublicBaseUrl(config)).toBe("https://calls.example");
  });

  it("names what a process misses", () => {
    expect(() =>
      requireSettings(
        readConfig({ S3_ENDPOINT: "http://s3.example" }),
        "DATABASE_URL",
        "S3_ENDPOINT",
        "ENCRYPTION_KEY",
      ),
    ).toThrow(/^Not set: DATABASE_URL, ENCRYPTION_KEY\./);
  });
});

const faultsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error("the configuration was accepted");
};

describe("keys and certificates", () => {
  const key = (byte: string) => byte.repeat(32);

  it("reads any number of former keys, each of them checked, none of them logged", () => {
    expect(readConfig({}).ENCRYPTION_KEYS_FORMER).toEqual([]);
    const config = readConfig({ ENCRYPTION_KEY: key("aa"), ENCRYPTION_KEYS_FORMER: `${key("bb")}, ${key("cc")}` });
    expect(config.ENCRYPTION_KEYS_FORMER).toEqual([key("bb"), key("cc")]);
    expect(listSecretSettings(config)).toEqual(expect.arrayContaining([key("aa"), key("bb"), key("cc")]));
    expect(() => readConfig({ ENCRYPTION_KEYS_FORMER: `${key("bb")},short` })).toThrow(/64 hexadecimal digits/);
  });

  it("reads the former keys by the name of before with a warning, and refuses both names at once", async () => {
    const warned = once(process, "warning");
    const config = readConfig({ ENCRYPTION_KEY_PREVIOUS: key("bb") });
    expect(config.ENCRYPTION_KEYS_FORMER).toEqual([key("bb")]);
    expect(listSecretSettings(config)).toContain(key("bb"));
    expect(String(await warned)).toContain("ENCRYPTION_KEY_PREVIOUS is now called ENCRYPTION_KEYS_FORMER: rename it");
    const both = { ENCRYPTION_KEY_PREVIOUS: key("bb"), ENCRYPTION_KEYS_FORMER: key("cc") };
    expect(faultsOf(both)).toMatch(/1 fault\(s\):\n {2}ENCRYPTION_KEY_PREVIOUS: .*both are set/);
    expect(readConfig({ ENCRYPTION_KEY_PREVIOUS: "", ENCRYPTION_KEYS_FORMER: "" }).ENCRYPTION_KEYS_FORMER).toEqual([]);
  });

  it("has every connection to PostgreSQL check the certificate that an authority's file vouches for", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-config-"));
    const file = join(folder, "authority with a space.pem");
    writeFileSync(file, "a certificate");
    const url = "postgresql://login:a%40word@db.example/ringdown?application_name=x";
    const config = readConfig({ DATABASE_URL: url, DATABASE_MIGRATIONS_URL: url, DATABASE_TLS_CA_FILE: file });
    for (const connectionString of [config.DATABASE_URL, config.DATABASE_MIGRATIONS_URL]) {
      const client = new Client({ connectionString });
      expect([client.user, client.password, client.host]).toEqual(["login", "a@word", "db.example"]);
      expect(client.ssl).toEqual({ ca: "a certificate" });
    }
    for (const address of ["10.0.0.5", "[::1]"]) {
      const byAddress = { DATABASE_URL: `postgresql://login@${address}/ringdown`, DATABASE_TLS_CA_FILE: file };
      expect(() => readConfig(byAddress)).toThrow(/by the name in its certificate/);
    }
    rmSync(folder, { recursive: true });
    expect(readConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });
});

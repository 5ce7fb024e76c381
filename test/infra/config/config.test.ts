import { describe, expect, it } from "@jest/globals";
import { ConfigurationError, publicBaseUrl, readConfig, requireSettings } from "../../../infra/config/config.ts";

describe("the configuration", () => {
  it("has a default for everything that the embedded stack does not set", () => {
    expect(readConfig({})).toMatchObject({ HOST: "127.0.0.1", PORT: 8080, SIGNUP_ENABLED: false, LOG_LEVEL: "info" });
    expect(publicBaseUrl(readConfig({}))).toBe("http://127.0.0.1:8080");
  });

  it("lists every fault at once, each by its variable", () => {
    const read = () =>
      readConfig({ PORT: "eighty", ENCRYPTION_KEY: "short", DATABASE_URL: "mysql://x", SIGNUP_ENABLED: "perhaps" });
    expect(read).toThrow(ConfigurationError);
    for (const name of ["PORT", "ENCRYPTION_KEY", "DATABASE_URL", "SIGNUP_ENABLED", "4 fault"])
      expect(read).toThrow(name);
  });

  it("never shows a faulty secret", () => {
    const message = faultsOf({ ENCRYPTION_KEY: "a-secret-in-the-wrong-form", BOOTSTRAP_PASSWORD: "hunter2" });
    expect(message).toContain("ENCRYPTION_KEY");
    expect(message).not.toMatch(/wrong-form|hunter2/);
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
    expect(publicBaseUrl(config)).toBe("https://calls.example");
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

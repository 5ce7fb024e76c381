import { expect, it } from "@jest/globals";
import { findTrunkProblem } from "../../../domain/call/sip-trunk.ts";

const TRUNK = {
  username: "",
  password: "",
  transport: "udp",
  media_encryption: "disable",
  inbound_username: "",
  inbound_password: "",
} as const;

it.each([
  [{}, null],
  [{ username: "ada", password: "secret" }, null],
  [{ username: "ada" }, "A user name and a password belong together"],
  [{ password: "secret" }, "A user name and a password belong together"],
  [{ inbound_username: "ada", inbound_password: "secret" }, null],
  [{ inbound_username: "ada" }, "inbound_username and inbound_password belong together"],
  [{ media_encryption: "require" as const }, "the transport must be tls"],
  [{ media_encryption: "require" as const, transport: "tls" as const }, null],
  [{ media_encryption: "allow" as const, transport: "tcp" as const }, null],
])("a trunk with %j: %s", (settings, problem) => {
  const found = findTrunkProblem({ ...TRUNK, ...settings });
  if (problem === null) expect(found).toBeNull();
  else expect(found).toContain(problem);
});

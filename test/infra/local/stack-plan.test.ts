import { expect, it } from "@jest/globals";
import { planStack, readStackConfig } from "../../../infra/local/stack-plan.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const folder = temporaryFolders();

const plannedSignUp = async (given: NodeJS.ProcessEnv): Promise<string | undefined> => {
  const environment = { DATA_DIR: folder(), PORT: "0", ...given };
  return (await planStack(readStackConfig(environment), { environment })).environment["SIGNUP_ENABLED"];
};

it("lets people sign up on an embedded database, and on another one only when told so", async () => {
  const DATABASE_URL = "postgres://nobody@127.0.0.1:9/nothing";
  expect(await plannedSignUp({})).toBe("true");
  expect(await plannedSignUp({ SIGNUP_ENABLED: "false" })).toBe("false");
  expect(await plannedSignUp({ DATABASE_URL })).toBe("false");
  expect(await plannedSignUp({ DATABASE_URL, SIGNUP_ENABLED: "true" })).toBe("true");
});

import { describe } from "@jest/globals";

/** Returns why there is no Elasticsearch for tests here; null when there is one. */
export const missingElasticsearch = (): string | null => {
  const reason = process.env["TEST_ELASTICSEARCH_MISSING"];
  if (reason) return reason;
  if (process.env["TEST_ELASTICSEARCH_URL"] || process.env["TEST_ELASTICSEARCH_STARTER"]) return null;
  throw new Error("The global set-up of the tests did not start this part: TEST_PARTS lacks elasticsearch");
};

/** `describe` for tests on a real Elasticsearch; the global set-up has said so where they are skipped. */
export const describeOnElasticsearch = (name: string, tests: () => void): void => {
  (missingElasticsearch() === null ? describe : describe.skip)(name, tests);
};

/** Address of the node that the tests share; the first one to ask starts it. */
export const testElasticsearchUrl = async (): Promise<string> => {
  const given = process.env["TEST_ELASTICSEARCH_URL"];
  if (given) return given;
  const answer = await fetch(process.env["TEST_ELASTICSEARCH_STARTER"] ?? "");
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Elasticsearch did not start: ${text}`);
  return text;
};

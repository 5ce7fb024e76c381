import { isRecord } from "../json/json-value.ts";

const SECRET_NAME = /(?:pass(?:word|code)|secret|token|api_?key|credential|\bpin\b|_pin$|^pin_)/i;
/** What tells where a secret is set or asked for is none. */
const ABOUT_SECRETS = /(?:page|url|link|site|address|hint|help|policy|question|name)$/i;

/** Tells by its name whether a value is secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name) && !ABOUT_SECRETS.test(name);

/** Leaves out the values whose names say that they are secret, however deep they are: a scenario is read by more people than a call. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (isSecretName(name) ? [] : [[name, withoutSecrets(each)]])),
  );
};

/** The bucket of every test; names in it are unique. */
export const TEST_BUCKET = "ringdown-test";

/** Reads what the global set-up started: the addresses are passed in environment variables. */
const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the global set-up of the tests did not start this part`);
  return value;
};

export const testEnvironment = {
  /** Connection string of a database on the test server, as its superuser. */
  databaseUrl: (database: string) => `${setting("TEST_POSTGRES_URL")}${database}`,
  /** Returns the address for the login of the API and the worker. */
  applicationDatabaseUrl: (database: string) => `${setting("TEST_POSTGRES_APPLICATION_URL")}${database}`,
  templateDatabase: () => setting("TEST_TEMPLATE_DATABASE"),
  temporalAddress: () => setting("TEST_TEMPORAL_ADDRESS"),
  /** Path of the time-skipping test server. */
  timeSkippingServer: () => setting("TEST_TIME_SKIPPING_SERVER"),
  /** Path of the file with the workflow bundle. */
  workflowBundle: () => setting("TEST_WORKFLOW_BUNDLE"),
  objectStore: () => ({
    endpoint: setting("TEST_S3_ENDPOINT"),
    accessKey: setting("TEST_S3_ACCESS_KEY"),
    secretKey: setting("TEST_S3_SECRET_KEY"),
  }),
};

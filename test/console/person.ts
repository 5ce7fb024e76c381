import type { Page } from "playwright-core";

const PASSWORD = "a password of some length";
let count = 0;

export interface Person {
  name: string;
  organization: string;
  email: string;
  password: string;
}

/** Somebody without an account. */
export const newPerson = (): Person => {
  count += 1;
  const email = `person-${process.pid}-${count}@example.com`;
  return { name: "Ada Example", organization: "Example Dental", email, password: PASSWORD };
};

/** Fills the form of a new account, and sees the console. */
export const signUp = async (page: Page): Promise<Person> => {
  const person = newPerson();
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("Organization").fill(person.organization);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  return person;
};

export const logIn = async (page: Page, { email, password }: { email: string; password: string }): Promise<void> => {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
};

const fillNewAgent = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText("It is published.").waitFor();
};

export const makeAgent = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("link", { name: "Agents", exact: true }).first().click();
  await page.getByRole("button", { name: "New agent" }).click();
  await fillNewAgent(page, name);
};

/** Goes the first two steps of the guide on the first page, which says then that both are done, and looks at the third. */
export const followGuide = async (page: Page, agent: string): Promise<void> => {
  const home = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" });
  const step = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
  const isDone = (name: string) => step(name).getByRole("img", { name: "done" }).waitFor();
  await step("Make an agent").getByRole("link").click();
  await fillNewAgent(page, agent);
  await home.click();
  await isDone("Make an agent");
  await step("Import contacts").getByRole("link").click();
  await importExampleHere(page);
  await home.click();
  await isDone("Make an agent");
  await isDone("Import contacts");
  await step("Start a campaign").getByRole("link").click();
  await page.getByRole("heading", { name: "New campaign", level: 1 }).waitFor();
  await page.goBack();
  await isDone("Import contacts");
  await page.goBack();
  await page.getByText("24 new, 0 updated").waitFor();
};

/** Reads the example file into a list, and waits for its end. */
export const importExample = async (page: Page, beforeImport?: () => Promise<void>): Promise<void> => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
  await page.getByRole("link", { name: "Import a file" }).click();
  await importExampleHere(page, beforeImport);
};

const importExampleHere = async (page: Page, beforeImport?: () => Promise<void>): Promise<void> => {
  await page.getByRole("button", { name: "Use an example file" }).click();
  await page.getByRole("cell", { name: "Ada Example" }).first().waitFor();
  await page.getByText("None chosen yet").waitFor({ state: "detached" });
  await beforeImport?.();
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByText("24 new, 0 updated").waitFor();
};

/** Goes from the page of a list or an import to a campaign that dials. */
export const startCampaign = async (
  page: Page,
  name: string,
  beforeStart: () => Promise<void> = async () => {},
): Promise<void> => {
  await page.getByRole("link", { name: "Call them in a campaign" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("spinbutton", { name: "Calls at a time" }).fill("8");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(/^2\d of 24 contacts$/).waitFor();
  await page.getByRole("checkbox", { name: "These people agreed to be called" }).check();
  await beforeStart();
  await page.getByRole("button", { name: "Create and start" }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
};

import type { TestApi } from "../../harness/test-api.ts";

/** Opens the page of a sign-in that a program began and presses its button, as a browser does. */
export const confirmSignIn = async (
  api: TestApi,
  consentUrl: string,
  { cookie = "" } = {},
): Promise<{ location: string; cookie: string }> => {
  const { pathname, search, searchParams } = new URL(consentUrl);
  const page = await api.client().fetch(pathname + search);
  if (page.status !== 200) throw new Error(`the page answered ${page.status}: ${await page.text()}`);
  const pressed = await api.client().fetch(pathname, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin", cookie },
    body: new URLSearchParams({ state: searchParams.get("state") ?? "" }).toString(),
  });
  const [given = ""] = pressed.headers.getSetCookie();
  return { location: pressed.headers.get("location") ?? "", cookie: given.split(";", 1)[0] ?? "" };
};

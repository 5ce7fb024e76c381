import { words } from "./words.ts";

const said = new Map(Object.entries(words.offers));

/**
 * Says in the viewer's language what the API says in English of something that it offers. What organizations and
 * operators have added themselves stays as they have written it.
 */
export const sayOffer = (text: string): string => said.get(text) ?? text;

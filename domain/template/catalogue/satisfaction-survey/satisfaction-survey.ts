import type { TemplateInput } from "../../template.ts";
import { german } from "./text.de.ts";
import { english } from "./text.en.ts";
import { spanish } from "./text.es.ts";
import { french } from "./text.fr.ts";
import { hindi } from "./text.hi.ts";

export const satisfactionSurvey: TemplateInput = {
  id: "satisfaction-survey",
  version: "1.0.0",
  vertical: "services",
  direction: "outbound",
  voice: { gender: "female" },
  tools: [],
  texts: [english, german, spanish, french, hindi],
};

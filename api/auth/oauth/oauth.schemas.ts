import { z } from "zod";
import { GRANT_DAYS, USUAL_CLIENT_ENVIRONMENT } from "../../../domain/access/client-sign-in.ts";
import { ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { apiKeyAnswer, clientRole, scope } from "../../api-keys/api-keys.schemas.ts";
import { optional, withDefault } from "../../http/fields.ts";

const environment = z.enum(ENVIRONMENTS);
const request = z.string().min(1).max(15_000).meta({
  description: "What the program asks for, signed: the parameter of the page to which `/oauth/authorize` leads",
});

export const signInQuery = z.object({ request });

export const signInAnswer = z
  .object({
    client_name: z.string().meta({ description: "As the program calls itself; nobody has checked it" }),
    redirect_uri: z.string().meta({ description: "Where the code is sent: who reads there gets the access" }),
    is_on_this_computer: z.boolean().meta({ description: "The code goes to a program on the person's own computer" }),
    organization_name: z.string(),
    roles: z.array(clientRole).meta({ description: "From the least to the most that the person may give" }),
    may_be_live: z.boolean().meta({
      description: "The person may make production keys, and the server was started with MCP_LIVE",
    }),
    scopes: z.array(scope).nullable().meta({ description: "What the program asks for; null: it names nothing" }),
    refusal: z.string().meta({ description: "Where the browser goes when the person says no" }),
  })
  .meta({ id: "ClientSignIn" });

export const letInBody = z.strictObject({
  request,
  role: optional(clientRole).meta({ description: "The most that the program may do; by default an operator's work" }),
  environment: withDefault(environment, USUAL_CLIENT_ENVIRONMENT),
  scopes: optional(
    z
      .array(scope)
      .min(1, "Name what the program may do, or leave scopes out: then it may do all that the role may")
      .transform((scopes) => [...new Set(scopes)]),
  ).meta({ description: "What the program may do, as far as the role goes" }),
  days: withDefault(z.number().int().min(GRANT_DAYS.fewest).max(GRANT_DAYS.most), GRANT_DAYS.usual).meta({
    description: "For how many days; after that it has to ask again",
  }),
});

export const letInAnswer = z
  .object({
    api_key_id: z.number().int().meta({ description: "The program is among the API keys, and is stopped there" }),
    redirect_to: z.string().meta({ description: "Where the browser brings the program its code, which is good once" }),
  })
  .meta({ id: "LetInClient" });

export const ownProgramsAnswer = z
  .object({ programs: z.array(apiKeyAnswer).meta({ description: "Those that are not stopped, newest first" }) })
  .meta({ id: "OwnPrograms" });

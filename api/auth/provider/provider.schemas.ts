import { z } from "zod";
import { emailAddress as email } from "../../../domain/access/email-address.ts";
import { idParameter, nullableTime, optional } from "../../http/fields.ts";

export const waysInBody = z.strictObject({ email });
export const waysInAnswer = z.object({
  providers: z.array(
    z
      .object({
        organization_id: z.number().int(),
        name: z.string().meta({ description: "For the button" }),
        start_url: z.string().meta({ description: "Opened in a browser, it leads to the provider" }),
      })
      .meta({ id: "WayIn" }),
  ),
});

export const startProviderQuery = z.object({
  organization_id: idParameter,
  email: optional(email).meta({ description: "Whom the provider is told to expect" }),
  to: optional(z.string().max(2_000)).meta({ description: "The page of the console to which the person comes back" }),
});

export const finishProviderQuery = z.object({
  code: optional(z.string().max(8_000)),
  state: optional(z.string().max(2_000)),
  error: optional(z.string().max(200)),
  iss: optional(z.string().max(2_000)).meta({ description: "Where the person comes back from (RFC 9207)" }),
});

export const endByProviderParams = z.object({ organization_id: idParameter });

export const confirmDomainBody = z.strictObject({
  token: z.string().min(1).max(2_000).meta({ description: "From the link in the mail, behind the #" }),
});
export const confirmedDomainAnswer = z.object({
  domain: z.string().meta({ description: "The domain that is proved" }),
  proved_at: nullableTime.meta({ description: "Since when" }),
});

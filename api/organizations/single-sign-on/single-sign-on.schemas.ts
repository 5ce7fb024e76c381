import { z } from "zod";
import { MOST_GROUP_ROLES, PROOF_MAILBOXES, PROVIDED_ROLES } from "../../../domain/access/identity-provider.ts";
import { idParameter, nullableTime, optional, time, withDefault } from "../../http/fields.ts";

/** As the person's provider gives it. */
const role = z.enum(PROVIDED_ROLES);
const groupName = "As the claim or the directory names it";
const groupRole = z.strictObject({ group: z.string().min(1).max(255).meta({ description: groupName }), role });
const groupRoleAnswer = z
  .object({ group: z.string().meta({ description: groupName }), role })
  .meta({ id: "GroupRole" });

export const identityProviderBody = z.strictObject({
  name: z.string().trim().min(1).max(80).meta({ description: "On the button with which people sign in" }),
  issuer: z.url().max(500).meta({ description: "Below it stands /.well-known/openid-configuration" }),
  client_id: z.string().trim().min(1).max(500),
  client_secret: optional(z.string().min(1).max(2_000)).meta({ description: "Left out: the one that is kept stays" }),
  groups_claim: withDefault(z.string().trim().min(1).max(255), "groups").meta({
    description: "The claim that names a person's groups",
  }),
  group_roles: withDefault(z.array(groupRole).max(MOST_GROUP_ROLES), []).meta({
    description: "Of several that fit, the highest role holds. Owners are made by owners",
  }),
  default_role: optional(role).meta({ description: "Of who is in none of the groups; left out: they do not get in" }),
  is_required: withDefault(z.boolean(), false).meta({
    description: "Members but owners sign in there alone: their sessions by a password end at once",
  }),
  log_out_at_provider: withDefault(z.boolean(), false).meta({
    description: "Who logs out here is led to the provider, to be logged out there too",
  }),
});

const places = {
  redirect_uri: z.string().meta({ description: "To register at the provider" }),
  log_out_uri: z.string().meta({ description: "To register at the provider, for its back-channel log-out" }),
  logged_out_uri: z
    .string()
    .meta({ description: "To register at the provider, where people may return after a log-out" }),
};

export const identityProviderAnswer = z
  .object({
    name: z.string(),
    issuer: z.string().meta({ description: "Below it stands /.well-known/openid-configuration" }),
    client_id: z.string(),
    groups_claim: z.string().meta({ description: "The claim that names a person's groups" }),
    group_roles: z.array(groupRoleAnswer).meta({ description: "Of several that fit, the highest role holds" }),
    default_role: role.nullable().meta({
      description: "Of who is in none of the groups; null: they do not get in",
    }),
    is_required: z.boolean().meta({ description: "Members but owners sign in there alone" }),
    log_out_at_provider: z.boolean().meta({ description: "Who logs out here is logged out there too" }),
    ...places,
  })
  .meta({ id: "IdentityProvider" });

const directoryAnswer = z
  .object({
    token_prefix: z.string().meta({ description: "How the directory's token begins" }),
    created_at: time,
    last_used_at: nullableTime,
  })
  .meta({ id: "DirectoryToken" });
export const newDirectoryTokenAnswer = z.object({
  token: z.string().meta({ description: "The bearer token for the directory, shown this once" }),
  base_url: z.string().meta({ description: "The address of SCIM to give there" }),
});

export const providerSettingsAnswer = z.object({
  scim_base_url: z.string().meta({ description: "Where the organization's directory keeps its people (SCIM 2.0)" }),
  directory: directoryAnswer.nullable().meta({ description: "The token of the directory; null: there is none" }),
  provider: identityProviderAnswer.nullable().meta({ description: "null: members log in with passwords" }),
  ...places,
});

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`);
export const domainBody = z.strictObject({
  domain: z
    .string()
    .trim()
    .max(253)
    .regex(DOMAIN, "Give a domain such as example.com")
    .toLowerCase()
    .meta({ description: "People with addresses there may sign in once it is proved" }),
});
export const domainParams = z.object({ domain_id: idParameter.meta({ description: "The domain" }) });
export const domainMailBody = z.strictObject({
  mailbox: z.enum(PROOF_MAILBOXES).meta({ description: "Who reads it runs the domain" }),
});

export const domainAnswer = z
  .object({
    id: z.number().int(),
    domain: z.string().meta({ description: "In lower case" }),
    proved_at: nullableTime.meta({ description: "Since when it is proved to be the organization's; null: it is not" }),
    dns_name: z.string().meta({ description: "The name of the TXT record that proves it" }),
    dns_text: z.string().meta({ description: "The text of that record" }),
    created_at: time,
  })
  .meta({ id: "OrganizationDomain" });
export const domainListAnswer = z.object({ domains: z.array(domainAnswer).meta({ description: "By name" }) });
export const domainMailedAnswer = z.object({ mailed_to: z.string().meta({ description: "The address of the mail" }) });
export const doneAnswer = z.object({ success: z.boolean() });

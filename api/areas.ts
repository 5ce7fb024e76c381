import { agentsOperations } from "./agents/agents.operations.ts";
import { apiKeysOperations } from "./api-keys/api-keys.operations.ts";
import { auditOperations } from "./audit/audit.operations.ts";
import { accountOperations } from "./auth/account.operations.ts";
import { authOperations } from "./auth/auth.operations.ts";
import { oauthOperations } from "./auth/oauth/oauth.operations.ts";
import { providerOperations } from "./auth/provider/provider.operations.ts";
import { secondFactorOperations } from "./auth/second-factor/second-factor.operations.ts";
import { analyticsOperations } from "./calls/analytics/analytics.operations.ts";
import { archivesOperations } from "./calls/archives.operations.ts";
import { callReportsOperations } from "./calls/call-reports.operations.ts";
import { callsOperations } from "./calls/calls.operations.ts";
import { carrierCallbacksOperations } from "./calls/carrier-callbacks/carrier-callbacks.operations.ts";
import { carrierTextsOperations } from "./calls/carrier-texts/carrier-texts.operations.ts";
import { inboundOperations } from "./calls/inbound/inbound.operations.ts";
import { originalsOperations } from "./calls/originals.operations.ts";
import { removalsOperations } from "./calls/removals.operations.ts";
import { supervisionOperations } from "./calls/supervision/supervision.operations.ts";
import { campaignsOperations } from "./campaigns/campaigns.operations.ts";
import { channelMembersOperations } from "./channels/channel-members.operations.ts";
import { channelsOperations } from "./channels/channels.operations.ts";
import { connectorsOperations } from "./connectors/connectors.operations.ts";
import { contactsOperations } from "./contacts/contacts.operations.ts";
import { textSessionsOperations } from "./conversations/text/text-sessions.operations.ts";
import { webCallsOperations } from "./conversations/web-call/web-calls.operations.ts";
import { credentialsOperations } from "./credentials/credentials.operations.ts";
import { documentsOperations } from "./documents/documents.operations.ts";
import type { AnyOperation } from "./http/operation.ts";
import { marketplaceOperations } from "./marketplace/marketplace.operations.ts";
import { messagesOperations } from "./messages/messages.operations.ts";
import { modelsOperations } from "./models/models.operations.ts";
import { listMissedCallsOperation } from "./numbers/missed-calls.operations.ts";
import { numbersOperations } from "./numbers/numbers.operations.ts";
import { phoneNumbersOperations } from "./numbers/phone-numbers.operations.ts";
import { organizationsOperations } from "./organizations/organizations.operations.ts";
import { singleSignOnOperations } from "./organizations/single-sign-on/single-sign-on.operations.ts";
import { peopleOperations } from "./people/people.operations.ts";
import { recordOperations } from "./record/record.operations.ts";
import { recordingsOperations } from "./recordings/recordings.operations.ts";
import { rehearsalsOperations } from "./rehearsals/rehearsals.operations.ts";
import { requestsOperations } from "./requests/requests.operations.ts";
import { serviceOperations } from "./service/service.operations.ts";
import { membersOperations } from "./team/members.operations.ts";
import { teamOperations } from "./team/team.operations.ts";
import { telephonyOperations } from "./telephony/telephony.operations.ts";
import { toolsOperations } from "./tools/tools.operations.ts";
import { webhooksOperations } from "./webhooks/webhooks.operations.ts";

/** Every operation of the API, by area. */
export const operations: readonly AnyOperation[] = [
  ...serviceOperations,
  ...authOperations,
  ...accountOperations,
  ...secondFactorOperations,
  ...providerOperations,
  ...auditOperations,
  ...organizationsOperations,
  ...singleSignOnOperations,
  ...apiKeysOperations,
  ...oauthOperations,
  ...telephonyOperations,
  ...phoneNumbersOperations,
  ...numbersOperations,
  ...agentsOperations,
  ...rehearsalsOperations,
  ...channelsOperations,
  ...channelMembersOperations,
  ...requestsOperations,
  ...contactsOperations,
  ...peopleOperations,
  ...campaignsOperations,
  ...callsOperations,
  ...originalsOperations,
  ...removalsOperations,
  ...archivesOperations,
  ...callReportsOperations,
  ...analyticsOperations,
  ...textSessionsOperations,
  ...webCallsOperations,
  ...supervisionOperations,
  ...modelsOperations,
  ...messagesOperations,
  ...carrierCallbacksOperations,
  ...carrierTextsOperations,
  ...inboundOperations,
  listMissedCallsOperation,
  ...credentialsOperations,
  ...toolsOperations,
  ...connectorsOperations,
  ...webhooksOperations,
  ...documentsOperations,
  ...recordingsOperations,
  ...marketplaceOperations,
  ...recordOperations,
  ...teamOperations,
  ...membersOperations,
];

# Written by `npm run clients` from the table of operations. `npm run check` fails when it is out of date.
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypeAlias
elif TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


Scope: TypeAlias = "Literal['account:read', 'account:write', 'organization:read', 'organization:write', 'keys:read', 'keys:write', 'telephony:read', 'telephony:write', 'numbers:read', 'numbers:write', 'agents:read', 'agents:write', 'channels:read', 'channels:write', 'contacts:read', 'contacts:write', 'campaigns:read', 'campaigns:write', 'calls:read', 'calls:write', 'text_sessions:read', 'text_sessions:write', 'web_calls:read', 'web_calls:write', 'models:read', 'models:write', 'credentials:read', 'credentials:write', 'tools:read', 'tools:write', 'webhooks:read', 'webhooks:write', 'knowledge:read', 'knowledge:write', 'recordings:read', 'recordings:write', 'marketplace:read', 'marketplace:write', 'team:read', 'team:write']"


class AgentDefinition(TypedDict):
    nodes: list[AgentDefinitionNodesItem]
    edges: NotRequired[list[AgentDefinitionEdgesItem] | None]


class AgentDefinitionNodesItem(TypedDict):
    id: str
    type: str
    position: NotRequired[AgentDefinitionNodesItemPosition | None]
    data: NotRequired[dict[str, Any] | None]


class AgentDefinitionNodesItemPosition(TypedDict):
    x: float
    y: float


class AgentDefinitionEdgesItem(TypedDict):
    id: str
    source: str
    target: str
    data: NotRequired[dict[str, Any] | None]


class AgentConfigurations(TypedDict):
    max_call_duration: NotRequired[int | None]
    """Seconds after which the agent says `phrases.time_is_up` and ends the call"""
    max_user_idle_timeout: NotRequired[float | None]
    """Seconds of silence after which the agent asks whether the person is still there; after as many again the call ends"""
    text_chat_inactivity_timeout_seconds: NotRequired[int | None]
    """Seconds without a message after which a session in text ends"""
    language: NotRequired[str | None]
    """The language of speech, recognition and dates (BCP 47)"""
    voice: NotRequired[AgentConfigurationsVoice | None]
    """The voice of the agent; each carrier, and the model in conversations with audio, maps it to one of its own, and saving is refused when none of them has it"""
    phrases: NotRequired[AgentConfigurationsPhrases | None]
    """Own words for moments that the definition has no words for; each may be left out"""
    voicemail_detection: NotRequired[AgentConfigurationsVoicemailDetection | None]
    """What the agent does on a voicemail; unset: it talks as to a person"""
    call_recording_enabled: NotRequired[bool | None]
    """Whether calls are recorded; `disclosure` is said first then"""
    disclosure: NotRequired[str | None]
    """The first sentence of every call: that it is recorded and that an artificial voice speaks. A recorded call without an own one begins with a sentence of ours, unless the organization has switched that off"""
    dictionary: NotRequired[str | None]
    """Names and words, separated by commas, that come up in calls: the model is told how they are spelled"""
    context_compaction_enabled: NotRequired[bool | None]
    """Whether the model is told less of earlier steps in long calls: the last 40 sentences, and the beginnings of what tools and documents answered"""
    models: NotRequired[AgentConfigurationsModels | None]
    """The models of this agent; they come before the organization's"""
    smart_turn_stop_secs: NotRequired[Literal[2] | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by a pause of fixed length"""
    turn_start_strategy: NotRequired[Literal["default"] | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by a pause of fixed length"""
    turn_start_min_words: NotRequired[Literal[3] | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by a pause of fixed length"""
    provisional_vad_pause_secs: NotRequired[float | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by a pause of fixed length"""
    turn_stop_strategy: NotRequired[Literal["transcription"] | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by a pause of fixed length"""
    ambient_noise_configuration: NotRequired[AgentConfigurationsAmbientNoiseConfiguration | None]
    """Agents speak without noise behind their voice"""
    external_pbx_field_mappings: NotRequired[list[Any] | None]
    """No fields or headers are sent to a PBX. Leave it out"""
    external_pbx_lead_headers: NotRequired[list[Any] | None]
    """No fields or headers are sent to a PBX. Leave it out"""


class AgentConfigurationsVoice(TypedDict):
    provider: NotRequired[str | None]
    voice_id: NotRequired[str | None]
    gender: NotRequired[Literal["female", "male"] | None]
    language: NotRequired[str | None]
    speed: NotRequired[float | None]


class AgentConfigurationsPhrases(TypedDict):
    still_there: NotRequired[str | None]
    """Asked when the person has said nothing for `max_user_idle_timeout`"""
    goodbye: NotRequired[str | None]
    """Said when they stay silent, and at an end without words of its own"""
    one_moment: NotRequired[str | None]
    """Said when the model takes longer than three seconds"""
    say_again: NotRequired[str | None]
    """Said when the model has failed once"""
    cannot_go_on: NotRequired[str | None]
    """Said when the model fails again; the call ends"""
    time_is_up: NotRequired[str | None]
    """Said when `max_call_duration` is reached; the call ends"""


class AgentConfigurationsVoicemailDetection(TypedDict):
    enabled: NotRequired[bool | None]
    """Whether answering machines are detected and handled differently"""
    action: NotRequired[Literal["hang_up", "leave_message"] | None]
    """What is done on a voicemail"""
    message: NotRequired[str | None]
    """The message to leave, with {{variables}}; required by `leave_message`"""


class AgentConfigurationsModels(TypedDict):
    llm: NotRequired[AgentConfigurationsModelsLlm | None]
    """The model for talking, for conclusions and for reviews"""
    tts: NotRequired[AgentConfigurationsModelsTts | None]
    """The model that speaks in conversations with audio; carriers use their own voices"""
    stt: NotRequired[AgentConfigurationsModelsStt | None]
    """The model that recognizes speech in conversations with audio; carriers use their own recognition"""
    realtime: NotRequired[None]
    """A conversation is held by a language model between one that hears and one that speaks: choose llm, stt and tts"""


class AgentConfigurationsModelsLlm(TypedDict):
    provider: Literal["openai", "local"]
    """`openai`, or anything compatible with `base_url`; `local` needs no key"""
    model: str
    """As its provider calls it"""
    base_url: NotRequired[str | None]
    """The address of a compatible provider"""
    credential_uuid: NotRequired[str | None]
    """The credential with its key: of type `api_key` or `bearer_token`"""


class AgentConfigurationsModelsTts(TypedDict):
    provider: Literal["openai", "deepgram", "elevenlabs", "cartesia", "azure"]
    """`openai`, or anything compatible with `base_url`; `deepgram`, `elevenlabs`, `cartesia`, `azure`"""
    model: str
    """As its provider calls it"""
    base_url: NotRequired[str | None]
    """The address of a compatible provider"""
    credential_uuid: NotRequired[str | None]
    """The credential with its key: of type `api_key` or `bearer_token`"""


class AgentConfigurationsModelsStt(TypedDict):
    provider: Literal["openai", "deepgram", "elevenlabs", "cartesia", "azure"]
    """`openai`, or anything compatible with `base_url`; `deepgram`, `elevenlabs`, `cartesia`, `azure`"""
    model: str
    """As its provider calls it"""
    base_url: NotRequired[str | None]
    """The address of a compatible provider"""
    credential_uuid: NotRequired[str | None]
    """The credential with its key: of type `api_key` or `bearer_token`"""


class AgentConfigurationsAmbientNoiseConfiguration(TypedDict):
    enabled: NotRequired[Literal[False] | None]
    volume: NotRequired[float | None]


class RetryConfig(TypedDict):
    enabled: NotRequired[bool | None]
    max_retries: NotRequired[int | None]
    retry_delay_seconds: NotRequired[int | None]
    retry_delays_seconds: NotRequired[list[int] | None]
    retry_on_busy: NotRequired[bool | None]
    retry_on_no_answer: NotRequired[bool | None]
    retry_on_voicemail: NotRequired[bool | None]


class ScheduleConfig(TypedDict):
    enabled: NotRequired[bool | None]
    timezone: NotRequired[str | None]
    """The zone of contacts without a zone of their own or of their number"""
    slots: list[ScheduleConfigSlotsItem]
    holidays: NotRequired[list[str] | None]
    holiday_calendar: NotRequired[str | None]


class ScheduleConfigSlotsItem(TypedDict):
    day_of_week: int
    """0 = Monday"""
    start_time: str
    end_time: str
    """Half-open: dialling ends before this minute"""


class CircuitBreakerConfig(TypedDict):
    enabled: NotRequired[bool | None]
    failure_threshold: NotRequired[float | None]
    window_seconds: NotRequired[int | None]
    min_calls_in_window: NotRequired[int | None]


class CampaignBudget(TypedDict):
    total_minor: int
    currency: str


class RetryConfigChanges(TypedDict):
    """What is not sent stays as it is"""
    enabled: NotRequired[bool | None]
    max_retries: NotRequired[int | None]
    retry_delay_seconds: NotRequired[int | None]
    retry_delays_seconds: NotRequired[list[int] | None]
    retry_on_busy: NotRequired[bool | None]
    retry_on_no_answer: NotRequired[bool | None]
    retry_on_voicemail: NotRequired[bool | None]


class CircuitBreakerChanges(TypedDict):
    """What is not sent stays as it is"""
    enabled: NotRequired[bool | None]
    failure_threshold: NotRequired[float | None]
    window_seconds: NotRequired[int | None]
    min_calls_in_window: NotRequired[int | None]


class Health(TypedDict):
    status: Literal["ok"]
    version: str
    backend_api_endpoint: str
    """Root under which carriers and browsers reach the API"""
    deployment_mode: Literal["self_hosted"]
    auth_provider: Literal["local"]
    signup_enabled: bool


class Error(TypedDict):
    detail: str
    code: NotRequired[str]


class Session(TypedDict):
    token: str
    """For Authorization: Bearer; empty when a cookie was asked for"""
    token_type: Literal["bearer"]
    expires_at: str
    user: Account


class Account(TypedDict):
    id: int
    email: str
    name: str | None
    organization_id: int
    role: Literal["viewer", "operator", "admin", "owner"]


class SignUpMailed(TypedDict):
    mailed: Literal[True]
    message: str


class ValidationError(TypedDict):
    detail: list[ValidationErrorDetailItem]
    code: NotRequired[str]


class ValidationErrorDetailItem(TypedDict):
    loc: list[str | float]
    msg: str
    type: str


class OrganizationPreferences(TypedDict):
    name: str
    country: str | None
    """National numbers are read in it (ISO 3166)"""
    timezone: str | None
    test_phone_number: str | None
    """E.164"""
    concurrent_call_limit: int
    max_attempts_per_number_per_day: int | None
    """null: no limit"""
    allowed_countries: list[str] | None
    """Only numbers of these countries are called (ISO 3166); null: of all"""
    allowed_number_kinds: list[Literal["fixed_line", "mobile", "fixed_line_or_mobile", "toll_free", "premium_rate", "shared_cost", "voip", "personal_number", "pager", "uan", "voicemail", "satellite", "unknown"]]
    """Only numbers of these kinds are called, among fixed_line, mobile, fixed_line_or_mobile, toll_free, premium_rate, shared_cost, voip, personal_number, pager, uan, voicemail, satellite, unknown; by default fixed_line, mobile, fixed_line_or_mobile, toll_free, voip, personal_number, pager, uan, voicemail, unknown"""
    artifact_link_days: int
    """How long links to recordings and transcripts work"""
    retention_days: int | None
    """Recordings, transcripts and words of calls are removed after these days; null: never"""
    calling_hours: OrganizationPreferencesCallingHours
    """When people are called, by their own wall clocks, where a campaign has no schedule"""
    disclosure: OrganizationPreferencesDisclosure
    """Whether recorded calls begin with the agent's disclosure; if not, why"""
    budget: OrganizationPreferencesBudget | None
    """The limit for the cost of outbound calls; null: no limit"""


class OrganizationPreferencesCallingHours(TypedDict):
    """When people are called, by their own wall clocks, where a campaign has no schedule"""
    enabled: bool
    reason: str | None
    slots: list[OrganizationPreferencesCallingHoursSlotsItem]
    holidays: list[str]
    holiday_calendar: str | None
    one_off: bool


class OrganizationPreferencesCallingHoursSlotsItem(TypedDict):
    day_of_week: int
    start_time: str
    end_time: str


class OrganizationPreferencesDisclosure(TypedDict):
    """Whether recorded calls begin with the agent's disclosure; if not, why"""
    enabled: bool
    reason: str | None


class OrganizationPreferencesBudget(TypedDict):
    daily_minor: int | None
    monthly_minor: int | None
    currency: str


class LiveFigures(TypedDict):
    as_of: str
    calls_now: int
    """Calls under way, without text sessions"""
    calls_per_second: float
    """Calls handed to carriers, over the last ten seconds"""
    accounts: list[LiveFiguresAccountsItem]
    requests_open: int
    """Requests for which agents wait for people"""


class LiveFiguresAccountsItem(TypedDict):
    telephony_configuration_id: int
    calls_now: int
    """Calls under way, without text sessions"""
    calls_per_second: float
    """Calls handed to carriers, over the last ten seconds"""


class FairShare(TypedDict):
    as_of: str
    period_seconds: int
    """The span over which started calls are counted"""
    calls_started: int
    """Outbound calls of the organization that carriers were asked for"""
    share: float | None
    """The share of the calls of all organizations, 0 to 1; null: there were none"""
    platform: FairSharePlatform
    """Sums over all organizations, without names"""
    waiting: FairShareWaiting


class FairSharePlatform(TypedDict):
    """Sums over all organizations, without names"""
    calls_started: int
    organizations: int
    """How many organizations have started calls"""


class FairShareWaiting(TypedDict):
    calls: int
    """Calls that are queued for their carrier"""
    contacts: int
    """Contacts of running campaigns that were not called yet or will be called again"""
    campaign_count: int
    campaigns: list[FairShareWaitingCampaignsItem]
    """The 20 campaigns with the most waiting contacts, and what holds each back"""


class FairShareWaitingCampaignsItem(TypedDict):
    campaign_id: int
    name: str
    contacts: int
    reason: Literal["budget", "calling_hours", "retry_wait", "organization_limit", "account_limit", "campaign_limit", "pace", "turn"]
    says: str


class CreatedApiKey(TypedDict):
    id: int
    name: str
    key_prefix: str
    environment: Literal["production", "sandbox"]
    expires_at: str | None
    scopes: list[Scope] | None
    """null: all that the role may"""
    api_key: str
    """The whole key, shown this once"""
    created_at: str


class ApiKey(TypedDict):
    id: int
    name: str
    key_prefix: str
    environment: Literal["production", "sandbox"]
    is_active: bool
    """It is neither archived nor expired"""
    is_expired: bool
    expires_at: str | None
    scopes: list[Scope] | None
    """null: all that the role may"""
    created_at: str
    last_used_at: str | None
    archived_at: str | None


class TelephonyProviders(TypedDict):
    providers: list[TelephonyProvidersProvidersItem]


class TelephonyProvidersProvidersItem(TypedDict):
    provider: str
    display_name: str
    connectivity: Literal["api", "sip"]
    fields: list[TelephonyProvidersProvidersItemFieldsItem]
    docs_url: str | None
    available: bool
    unavailable_reason: str | None
    """What the operator has to do first; null: nothing"""


class TelephonyProvidersProvidersItemFieldsItem(TypedDict):
    name: str
    label: str
    type: str
    required: bool
    sensitive: bool
    description: str | None
    placeholder: str | None


class TelephonyConfigWarnings(TypedDict):
    telnyx_missing_webhook_public_key_count: int
    public_address_findings: list[str]
    """What does not come through PUBLIC_BASE_URL, in sentences for the operator; empty: everything does"""
    vonage_missing_signature_secret_count: int


class TelephonyConfiguration(TypedDict):
    id: int
    name: str
    provider: str
    connectivity: Literal["api", "sip"]
    is_default_outbound: bool
    inactive: bool
    inactive_since: str | None
    inactive_reason: str | None
    phone_number_count: int
    is_ready_for_outbound: bool
    outbound_blocked_reason: str | None
    outbound_blocked_by: str | None
    """The `key` of the step of `setup_checklist` to do first"""
    created_at: str
    updated_at: str
    credentials: dict[str, str | float | bool]
    """The settings in the form of `config`; secrets are masked, and sending a mask back keeps the secret"""
    credential_check: TelephonyConfigurationCredentialCheck | None
    """What the carrier said when this request saved credentials; `ok: false`: it could not be asked"""
    setup_checklist: TelephonyConfigurationSetupChecklist


class TelephonyConfigurationCredentialCheck(TypedDict):
    ok: bool
    message: str


class TelephonyConfigurationSetupChecklist(TypedDict):
    ready_for_outbound: bool
    outbound_blocked_reason: str | None
    steps: list[TelephonyConfigurationSetupChecklistStepsItem]
    docs_url: str | None


class TelephonyConfigurationSetupChecklistStepsItem(TypedDict):
    key: str
    title: str
    description: str
    complete: bool
    blocks_outbound: bool


class TelephonyConfigurationList(TypedDict):
    configurations: list[TelephonyConfigurationListConfigurationsItem]


class TelephonyConfigurationListConfigurationsItem(TypedDict):
    id: int
    name: str
    provider: str
    connectivity: Literal["api", "sip"]
    is_default_outbound: bool
    inactive: bool
    inactive_since: str | None
    inactive_reason: str | None
    phone_number_count: int
    is_ready_for_outbound: bool
    outbound_blocked_reason: str | None
    outbound_blocked_by: str | None
    """The `key` of the step of `setup_checklist` to do first"""
    created_at: str
    updated_at: str


class PhoneNumberList(TypedDict):
    phone_numbers: list[PhoneNumber]


class PhoneNumber(TypedDict):
    id: int
    telephony_configuration_id: int
    address: str
    address_normalized: str
    address_type: Literal["pstn", "sip_uri", "sip_extension"]
    country_code: str | None
    label: str | None
    inbound_workflow_id: int | None
    inbound_workflow_name: str | None
    is_active: bool
    is_default_caller_id: bool
    ownership: Literal["account", "verified"]
    """verified: not on the account, but its owner has proved it; a caller id only"""
    managed: bool
    """Rented through the platform, which can give it back"""
    rented_at: str | None
    release_requested_at: str | None
    """It takes no calls from here on"""
    released_at: str | None
    """It was released at the carrier; the row stays as history"""
    extra_metadata: dict[str, Any]
    created_at: str
    updated_at: str
    provider_sync: PhoneNumberProviderSync | None
    """How pointing the number at the carrier went; null where nothing had to be pointed"""


class PhoneNumberProviderSync(TypedDict):
    ok: bool
    message: str | None


class AvailableNumbers(TypedDict):
    numbers: list[AvailableNumbersNumbersItem]


class AvailableNumbersNumbersItem(TypedDict):
    phone_number: str
    locality: str | None
    region: str | None
    capabilities: list[Literal["voice", "sms", "mms", "fax"]]
    monthly_cost_minor: int | None
    currency: str | None


class VerifiedNumberList(TypedDict):
    verified_numbers: list[VerifiedNumber]


class VerifiedNumber(TypedDict):
    phone_number: str
    method: Literal["call", "carrier"]
    telephony_configuration_id: int | None
    """The account whose carrier has verified it; null: verified by declaration, for every account"""
    proof: Literal["declaration", "carrier"]
    """declaration: confirmed by a call through the organization's own account, which nobody else has checked; carrier: the account's carrier has verified it"""
    verified_at: str


class VerificationOptions(TypedDict):
    methods: list[VerificationOptionsMethodsItem]


class VerificationOptionsMethodsItem(TypedDict):
    method: Literal["call", "carrier"]
    telephony_configuration_id: int | None
    provider: str | None
    title: str
    description: str
    expires_in_minutes: int
    tries: int | None


class StartedVerification(TypedDict):
    phone_number: str
    method: Literal["call", "carrier"]
    telephony_configuration_id: int
    expires_at: str
    tries_left: int | None
    workflow_run_id: int | None
    """The call that reads the code"""
    code_to_type: str | None
    """Where the carrier calls and asks for a code: this one, to be typed on that telephone"""
    message: str


class Agent(TypedDict):
    id: int
    workflow_uuid: str
    name: str
    status: Literal["active", "archived"]
    environment: Literal["production", "sandbox"]
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    folder_id: int | None
    version: int | None
    """The number of the published version"""
    draft_version: int | None
    """The number of the draft, when there is one"""
    template_id: str | None
    created_at: str
    updated_at: str
    total_runs: int
    definition: dict[str, Any]
    """Nodes and edges of the draft, or else of the published version"""
    workflow_definition: dict[str, Any]
    """The same as `definition`"""
    definition_digest: str
    """Another one when anybody has changed the definition"""
    settings_digest: str
    """Another one when anybody has changed the name, settings, variables or dispositions"""
    current_definition_id: int | None
    """The id of the published version"""
    version_number: int
    """The number of the version that is shown"""
    version_status: Literal["draft", "published", "archived"]
    workflow_configurations: dict[str, Any]
    template_context_variables: dict[str, Any]
    call_disposition_codes: dict[str, Any] | None
    disposition_codes: list[str]
    """The dispositions that a call can end with"""


class AgentValidation(TypedDict):
    is_valid: bool
    errors: list[AgentValidationErrorsItem]


class AgentValidationErrorsItem(TypedDict):
    kind: Literal["node", "edge", "workflow"]
    id: str | None
    field: str | None
    message: str


class AgentListItem(TypedDict):
    id: int
    workflow_uuid: str
    name: str
    status: Literal["active", "archived"]
    environment: Literal["production", "sandbox"]
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    folder_id: int | None
    version: int | None
    """The number of the published version"""
    draft_version: int | None
    """The number of the draft, when there is one"""
    template_id: str | None
    created_at: str
    updated_at: str
    total_runs: int


class AgentVersion(TypedDict):
    id: int
    version_number: int
    status: Literal["draft", "published", "archived"]
    created_at: str
    published_at: str | None
    workflow_json: dict[str, Any]
    workflow_configurations: dict[str, Any]
    template_context_variables: dict[str, Any]


class AgentWebhookSecret(TypedDict):
    secret: str


class NodeType(TypedDict):
    name: str
    display_name: str
    description: str
    llm_hint: NotRequired[str]
    category: Literal["call_node", "global_node", "trigger", "integration"]
    icon: str
    version: str
    properties: list[NodeProperty]
    graph_constraints: NodeTypeGraphConstraints


class NodeTypeGraphConstraints(TypedDict):
    min_incoming: NotRequired[int]
    max_incoming: NotRequired[int]
    min_outgoing: NotRequired[int]
    max_outgoing: NotRequired[int]


class NodeProperty(TypedDict):
    name: str
    type: str
    display_name: str
    description: str
    default: NotRequired[Any]
    required: bool
    options: NotRequired[list[NodePropertyOptionsItem]]
    properties: NotRequired[list[NodeProperty]]
    min_value: NotRequired[float]
    max_value: NotRequired[float]
    max_length: NotRequired[float]
    pattern: NotRequired[str]
    display_options: NotRequired[NodePropertyDisplayOptions]


class NodePropertyOptionsItem(TypedDict):
    value: str
    label: str


class NodePropertyDisplayOptions(TypedDict):
    show: dict[str, list[Any]]


class Channel(TypedDict):
    id: int
    name: str
    created_at: str


class TimelineResponse(TypedDict):
    events: list[TimelineEvent]
    next_before_at: str | None
    """The cursor of the next page; null on the last page"""
    next_before_id: int | None
    truncated: bool
    """Whether there is a following page"""


class TimelineEvent(TypedDict):
    id: int
    at: str
    kind: Literal["message", "call_started", "call_ended", "outcome", "question", "decision", "action_proposed", "action_settled", "edit_proposed", "edit_settled", "secret_requested", "secret_provided", "deliverable", "campaign", "document", "system"]
    actor: str
    summary: str
    payload: dict[str, Any]
    is_deliverable: bool
    workflow_id: int | None
    workflow_run_id: int | None
    folder_id: int | None
    campaign_id: int | None
    thread_id: str | None
    credits: float
    included: bool | None
    blocked: TimelineEventBlocked | None


class TimelineEventBlocked(TypedDict):
    reason: str
    says: str
    ways: list[str]


class PostedMessage(TypedDict):
    event_id: int
    """The message in the timeline"""
    thread_id: str
    workflow_id: int | None
    """The agent that replies; null: the assistant does, or the channel has none and its people read it"""


class Draft(TypedDict):
    text: str
    """As far as the reply is written"""
    started_at: str | None
    updated_at: str | None
    status: Literal["idle", "thinking", "done"]
    """`idle`: nothing was ever asked here"""
    error: str | None
    """Why there is no reply, when it failed"""
    reply_to: int | None
    """The message that it replies to"""
    thread_id: str | None
    workflow_id: int | None


class ChannelMembers(TypedDict):
    user_ids: list[int]
    workflow_ids: list[int]
    members: list[ChannelMembersMembersItem]
    agents: list[ChannelMembersAgentsItem]


class ChannelMembersMembersItem(TypedDict):
    user_id: int
    email: str
    name: str | None
    role: Literal["viewer", "operator", "admin", "owner"]


class ChannelMembersAgentsItem(TypedDict):
    workflow_id: int
    name: str


class RequestList(TypedDict):
    requests: list[ListedRequest]
    total_count: int
    page: int
    limit: int
    total_pages: int


class ListedRequest(TypedDict):
    event_id: int
    kind: Literal["question", "action", "edit", "secret"]
    state: Literal["open", "settled", "expired"]
    decision: str | None
    settled_by: str | None
    settled_at: str | None
    undone_by: str | None
    undone_at: str | None
    expires_at: str
    workflow_id: int | None
    workflow_run_id: int | None
    folder_id: int | None
    thread_id: str | None
    created_at: str
    subject: dict[str, Any]
    """What is asked, by kind: the fields of its event"""
    answer: dict[str, Any] | None
    """What was answered; never a secret"""
    workflow_name: str | None
    settled_by_name: str | None
    """The name of the person who settled it"""


class ActionArguments(TypedDict):
    event_id: int
    arguments: dict[str, Any]


class Request(TypedDict):
    event_id: int
    kind: Literal["question", "action", "edit", "secret"]
    state: Literal["open", "settled", "expired"]
    decision: str | None
    settled_by: str | None
    settled_at: str | None
    undone_by: str | None
    undone_at: str | None
    expires_at: str
    workflow_id: int | None
    workflow_run_id: int | None
    folder_id: int | None
    thread_id: str | None


class ProvidedSecret(TypedDict):
    event_id: int
    kind: Literal["question", "action", "edit", "secret"]
    state: Literal["open", "settled", "expired"]
    decision: str | None
    settled_by: str | None
    settled_at: str | None
    undone_by: str | None
    undone_at: str | None
    expires_at: str
    workflow_id: int | None
    workflow_run_id: int | None
    folder_id: int | None
    thread_id: str | None
    credential_uuid: str


class ContactList(TypedDict):
    id: int
    name: str
    description: str | None
    environment: Literal["production", "sandbox"]
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    contact_count: int
    created_at: str


class ContactImport(TypedDict):
    import_id: int
    contact_list_id: int
    workflow_id: str
    status: Literal["pending", "processing", "completed", "failed"]
    total_rows: int
    imported: int
    updated: int
    skipped: int
    invalid: int
    errors_url: str | None
    """Signed download of the bad rows, once the import has ended"""
    error: str | None
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    created_at: str
    completed_at: str | None


class FileWarning(TypedDict):
    code: Literal["encoding_found", "undecodable_text", "other_number_column", "shared_number", "other_sheets", "hidden_sheets", "hidden_rows", "hidden_columns", "struck_cells"]
    count: int
    """Rows, characters, sheets or columns"""
    message: str


class Contact(TypedDict):
    id: int
    contact_list_id: int
    phone_number: str
    name: str | None
    timezone: str | None
    attributes: dict[str, Any]
    consent: ContactConsent
    created_at: str


class ContactConsent(TypedDict):
    status: Literal["granted", "unknown", "withdrawn"]
    at: str | None
    source: str | None


class Consent(TypedDict):
    phone_number: str
    status: Literal["granted", "unknown", "withdrawn"]
    at: str | None
    source: str | None
    wording: str | None


class ConsentHistory(TypedDict):
    phone_number: str
    status: Literal["granted", "unknown", "withdrawn"]
    at: str | None
    source: str | None
    wording: str | None
    history: list[ConsentHistoryHistoryItem]
    """Every change, newest first"""
    next_cursor: int | None


class ConsentHistoryHistoryItem(TypedDict):
    status: Literal["granted", "unknown", "withdrawn"]
    at: str
    source: str
    wording: str | None
    by: str
    """`user:7`, `api_key:12` or `system`"""


class NationalList(TypedDict):
    id: int
    scope: Literal["national"]
    source: str
    as_of: str
    state: Literal["pending", "loading", "in_force", "replaced", "removed", "failed"]
    numbers: int
    """Loaded so far; each number once"""
    invalid: int
    """Lines that hold no telephone number"""
    faults: list[NationalListFaultsItem]
    """The first hundred of them"""
    error: str | None
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    created_at: str
    completed_at: str | None
    workflow_id: str


class NationalListFaultsItem(TypedDict):
    line: int
    value: str
    reason: str


class DoNotCallEntry(TypedDict):
    phone_number: str
    environment: Literal["production", "sandbox"]
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    reason: str | None
    source: Literal["manual", "upload", "opt_out", "api"]
    created_by: int | None
    """The id of the user who added it, if a user did"""
    created_at: str
    expires_at: str | None


class DoNotCallAddition(TypedDict):
    added: int
    already_listed: int
    invalid: list[DoNotCallAdditionInvalidItem]
    """The first thousand"""
    invalid_count: int


class DoNotCallAdditionInvalidItem(TypedDict):
    phone_number: str
    reason: str
    line: NotRequired[int]
    """The line of the uploaded file"""


class NumberOutlook(TypedDict):
    phone_number: str
    as_of: str
    """The moment for which this holds"""
    may_be_dialled: bool
    blocked_by: Literal["readiness", "time_limit", "do_not_call", "consent", "number_kind", "campaign", "retry_wait", "window", "attempts", "budget", "concurrency", "pace"] | None
    """The first rule that keeps the number from being dialled"""
    sentence: str | None
    """The sentence of that rule"""
    next_at: str | None
    """When it may be dialled if nothing but the time changes; null: not by time alone, or not within eight days"""
    rules: list[NumberOutlookRulesItem]
    """In the order in which admission asks them"""
    entry: DoNotCallEntry | None
    """Its entry on the list; null: it has none"""
    national_entry: NumberOutlookNationalEntry | None
    """The newest national list in force that holds it; it binds where consent is not granted"""


class NumberOutlookRulesItem(TypedDict):
    rule: Literal["readiness", "time_limit", "do_not_call", "consent", "number_kind", "campaign", "retry_wait", "window", "attempts", "budget", "concurrency", "pace"]
    passes: bool
    value: str
    """The facts that the rule checks"""
    sentence: str | None
    until: str | None
    """When the rule will allow the call without a change, where that is known"""


class NumberOutlookNationalEntry(TypedDict):
    scope: Literal["national"]
    source: str
    as_of: str


class DoNotCallUpload(TypedDict):
    added: int
    already_listed: int
    invalid: list[DoNotCallUploadInvalidItem]
    """The first thousand"""
    invalid_count: int
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""


class DoNotCallUploadInvalidItem(TypedDict):
    phone_number: str
    reason: str
    line: NotRequired[int]
    """The line of the uploaded file"""


class Campaign(TypedDict):
    id: int
    name: str
    workflow_id: int
    workflow_name: str
    state: Literal["draft", "running", "paused", "completed", "failed", "canceled"]
    environment: Literal["production", "sandbox"]
    source_type: str
    source_id: str
    contact_list_id: int | None
    total_rows: int | None
    processed_rows: int
    failed_rows: int
    created_at: str
    started_at: str | None
    completed_at: str | None
    retry_config: RetrySettings
    max_concurrency: int | None
    schedule_config: ScheduleSettings | None
    circuit_breaker: CircuitBreakerSettings
    budget: CampaignBudget2 | None
    """The limit for the cost of its calls; null: no limit of its own"""
    caller_id_strategy: Literal["default", "rotate", "local_presence"] | None
    """null: the carrier account's"""
    executed_count: int
    total_queued_count: int
    parent_campaign_id: int | None
    redialed_campaign_id: int | None
    telephony_configuration_id: int | None
    telephony_configuration_name: str | None
    consent_attested_at: str | None
    consent_attested_by: int | None
    failure_reason: str | None
    pause: CampaignPause | None
    """Who or what paused it and why, while it is paused"""
    logs: list[CampaignLogsItem]
    warnings: NotRequired[list[str]]
    """Given by create and start: contacts that will not be called, and budgets that may not suffice"""
    warning_details: NotRequired[list[CampaignWarning]]


class CampaignBudget2(TypedDict):
    total_minor: int
    currency: str


class CampaignPause(TypedDict):
    at: str
    actor: str
    event: str
    message: str


class CampaignLogsItem(TypedDict):
    ts: str
    level: str
    event: str
    message: str
    actor: str
    details: dict[str, Any] | None


class RetrySettings(TypedDict):
    enabled: bool
    max_retries: int
    retry_delay_seconds: int
    retry_delays_seconds: list[int] | None
    retry_on_busy: bool
    retry_on_no_answer: bool
    retry_on_voicemail: bool


class ScheduleSettings(TypedDict):
    enabled: bool
    timezone: str
    slots: list[ScheduleSettingsSlotsItem]
    holidays: NotRequired[list[str]]
    holiday_calendar: NotRequired[str | None]


class ScheduleSettingsSlotsItem(TypedDict):
    day_of_week: int
    start_time: str
    end_time: str


class CircuitBreakerSettings(TypedDict):
    enabled: bool
    failure_threshold: float
    window_seconds: int
    min_calls_in_window: int


class CampaignWarning(TypedDict):
    code: Literal["hours_never_open", "may_cost_more", "national_list_outdated", "numbers_not_allowed"]
    sentence: str
    """The one in `warnings`"""
    values: dict[str, str | float | bool]


class ListedCampaign(TypedDict):
    id: int
    name: str
    workflow_id: int
    workflow_name: str
    state: Literal["draft", "running", "paused", "completed", "failed", "canceled"]
    environment: Literal["production", "sandbox"]
    source_type: str
    source_id: str
    contact_list_id: int | None
    total_rows: int | None
    processed_rows: int
    failed_rows: int
    created_at: str
    started_at: str | None
    completed_at: str | None
    retry_config: RetrySettings
    max_concurrency: int | None
    schedule_config: ScheduleSettings | None
    circuit_breaker: CircuitBreakerSettings
    budget: ListedCampaignBudget | None
    """The limit for the cost of its calls; null: no limit of its own"""
    caller_id_strategy: Literal["default", "rotate", "local_presence"] | None
    """null: the carrier account's"""
    executed_count: int
    total_queued_count: int
    parent_campaign_id: int | None
    redialed_campaign_id: int | None
    telephony_configuration_id: int | None
    telephony_configuration_name: str | None
    consent_attested_at: str | None
    consent_attested_by: int | None
    failure_reason: str | None
    pause: ListedCampaignPause | None
    """Who or what paused it and why, while it is paused"""
    logs: list[ListedCampaignLogsItem]
    warnings: NotRequired[list[str]]
    """Given by create and start: contacts that will not be called, and budgets that may not suffice"""
    warning_details: NotRequired[list[CampaignWarning]]
    progress: CampaignProgress | None


class ListedCampaignBudget(TypedDict):
    total_minor: int
    currency: str


class ListedCampaignPause(TypedDict):
    at: str
    actor: str
    event: str
    message: str


class ListedCampaignLogsItem(TypedDict):
    ts: str
    level: str
    event: str
    message: str
    actor: str
    details: dict[str, Any] | None


class CampaignProgress(TypedDict):
    campaign_id: int
    state: Literal["draft", "running", "paused", "completed", "failed", "canceled"]
    total: int
    dialled: int
    """Contacts with an attempt that a carrier accepted"""
    answered: int
    """Contacts that a person answered for"""
    remaining: int
    """Contacts neither finished nor suppressed"""
    in_flight: int
    waiting_retry: int
    suppressed: int
    finished: int
    failed_calls: int
    """Contacts that are finished without ever being reached"""
    attempts: int
    """Attempts that a carrier accepted"""
    progress_percentage: float
    total_rows: int
    processed_rows: int
    rate_limit: float | None
    """Calls a second of the carrier account; null: unlimited"""
    source_sync: CampaignProgressSourceSync
    waiting_until: str | None
    """Set while nothing can be dialled before this instant"""
    started_at: str | None
    completed_at: str | None
    eta: str | None
    """When it ends at the rate measured now; null while none can be measured"""
    budgets: list[BudgetStanding]
    budget_wait: str | None
    """Why a budget prevents dialling; null: none does"""
    budget_wait_until: str | None
    """When the campaign checks that budget again: when it renews, or within a minute where prices of earlier calls are awaited. Null: when somebody raises it"""
    source: Literal["workflow", "database"]
    as_of: str


class CampaignProgressSourceSync(TypedDict):
    status: Literal["pending", "processing", "completed", "failed"]
    last_synced_at: str | None
    error: str | None


class BudgetStanding(TypedDict):
    whose: Literal["campaign", "day", "month"]
    """day and month: of the organization, in its zone"""
    limit_minor: int
    spent_minor: int
    """What calls that are priced have cost, and the tokens of their models"""
    held_minor: int
    """The highest cost of calls whose cost is not known yet, and what models may still cost"""
    spent_on_models_minor: int
    """The models' part of `spent_minor`"""
    held_for_models_minor: int
    """The models' part of `held_minor`"""
    currency: str
    renews_at: str | None
    """When it renews; null: never"""


class CampaignActivity(TypedDict):
    campaign_id: int
    minutes: list[CampaignActivityMinutesItem]
    """Every minute, oldest first; the last one is not over yet"""


class CampaignActivityMinutesItem(TypedDict):
    at: str
    """The minute's beginning"""
    calls: int
    outcomes: dict[str, int]


class CampaignSummary(TypedDict):
    campaign_id: int
    state: Literal["draft", "running", "paused", "completed", "failed", "canceled"]
    total: int
    dialled: int
    answered: int
    attempts: int
    outcomes: dict[str, int]
    """Calls by dialling outcome"""
    dispositions: dict[str, int]
    """Calls by the agent's disposition"""
    talk_seconds: int
    answer_rate: float | None
    """answered / dialled, 0 to 1; null before the first call"""
    costs: list[CampaignSummaryCostsItem]
    budgets: list[BudgetStanding]
    attempts_per_contact: list[CampaignSummaryAttemptsPerContactItem]
    last_outcomes: dict[str, int]
    """Contacts by the outcome of their last call; a redial calls those with the outcomes that it names"""
    timezone: str
    """The zone of by_hour and by_day"""
    by_hour: list[CampaignSummaryByHourItem]
    by_day: list[CampaignSummaryByDayItem]


class CampaignSummaryCostsItem(TypedDict):
    currency: str
    cost_minor: int


class CampaignSummaryAttemptsPerContactItem(TypedDict):
    attempts: int
    contacts: int


class CampaignSummaryByHourItem(TypedDict):
    hour: int
    calls: int
    answered: int


class CampaignSummaryByDayItem(TypedDict):
    date: str
    calls: int
    answered: int


class CampaignForecast(TypedDict):
    campaign_id: int
    contacts: int
    suppressed: CampaignForecastSuppressed
    window_never_opens: int
    """By their own clocks the hours do not open within eight days"""
    to_call: int
    attempts_per_contact: int
    """The first call and every retry"""
    first_call_at: str | None
    ends_at: str | None
    """The estimated end when everybody is called once, at a minute a call; null: nobody is called, or it cannot be estimated"""
    ends_at_latest: str | None
    """The same where everybody needs every retry"""
    calls_at_a_time: int
    cost: CampaignForecastCost | None
    """`most_minor`: every call of every contact as long as it may last, or the campaign's budget; `once_minor`: one call each. null: its carrier has no prices, or it is not ready to call"""
    warnings: list[str]
    warning_details: list[CampaignWarning]


class CampaignForecastSuppressed(TypedDict):
    do_not_call: int
    consent_withdrawn: int
    number_kind: int


class CampaignForecastCost(TypedDict):
    most_minor: int
    once_minor: int
    currency: str


class CampaignRuns(TypedDict):
    runs: list[Run]
    total_count: int
    page: int
    limit: int
    total_pages: int


class Run(TypedDict):
    id: int
    uuid: str
    workflow_id: int
    definition_id: int | None
    name: str
    mode: str
    call_type: Literal["inbound", "outbound"]
    direction: Literal["inbound", "outbound"]
    environment: Literal["production", "sandbox"]
    campaign_id: int | None
    contact_id: int | None
    attempt: int
    created_at: str
    state: Literal["queued", "dialing", "ringing", "in_progress", "completed", "failed", "canceled", "blocked"]
    is_completed: bool
    outcome: str | None
    disposition: str | None
    caller_number: str | None
    called_number: str | None
    telephony_configuration_id: int | None
    started_at: str | None
    answered_at: str | None
    ended_at: str | None
    duration_seconds: int | None
    cost_minor: int | None
    currency: str | None
    end_reason: str | None
    error: str | None
    carrier_unreachable: RunCarrierUnreachable | None
    """Why a call under way waits: its carrier cannot be asked about it. Null once the carrier answers; a call that ended as `unknown` keeps it"""
    transcript_url: str | None
    recording_url: str | None
    user_recording_url: str | None
    bot_recording_url: str | None
    transcript_public_url: str | None
    recording_public_url: str | None
    user_recording_public_url: str | None
    bot_recording_public_url: str | None
    public_access_token: str | None
    cost_info: dict[str, Any] | None
    usage: RunUsage
    usage_info: dict[str, Any] | None
    initial_context: dict[str, Any] | None
    gathered_context: dict[str, Any] | None
    logs: RunLogs | None
    """Null in lists"""
    temporal_url: str | None
    """Its workflow in the Temporal UI, where TEMPORAL_UI_URL is set. Null in lists, below the role admin, and once Temporal has forgotten the workflow"""
    annotations: dict[str, Any] | None
    """Null in lists"""


class RunCarrierUnreachable(TypedDict):
    tries: int
    """How often in a row the carrier could not be asked"""
    last_error: str
    last_tried_at: str


class RunUsage(TypedDict):
    llm: RunUsageLlm | None
    """Null until the run is settled, and where no model was asked"""
    stt: RunUsageStt | None
    """Where a model heard the person. Carriers that listen themselves have it in their price"""
    tts: RunUsageTts | None
    """Where a model spoke. Carriers that speak themselves have it in their price"""
    carrier: RunUsageCarrier | None


class RunUsageLlm(TypedDict):
    requests: int
    prompt_tokens: int
    completion_tokens: int
    estimated: bool
    """A model's server did not count: four characters are a token"""
    cost_minor: int | None
    """Null: a model has no price in the operator's list"""
    currency: str | None


class RunUsageStt(TypedDict):
    requests: int
    seconds: int
    """Seconds of sound"""
    cost_minor: int | None
    """Null: a model has no price in the operator's list"""
    currency: str | None


class RunUsageTts(TypedDict):
    requests: int
    characters: int
    seconds: int
    """Seconds of sound"""
    cost_minor: int | None
    """Null: a model has no price in the operator's list"""
    currency: str | None


class RunUsageCarrier(TypedDict):
    seconds: int
    cost_minor: int | None
    currency: str | None


class RunLogs(TypedDict):
    carrier_events: list[RunLogsCarrierEventsItem]
    """What the carrier has reported, in order; at most 200"""
    called_back: list[int]
    """The missed calls that this call answers"""


class RunLogsCarrierEventsItem(TypedDict):
    event_id: str
    """Begins with `fetch:` where the carrier was asked"""
    state: str
    outcome: str | None
    received_at: str


class CampaignContacts(TypedDict):
    contacts: list[CampaignContactsContactsItem]
    total_count: int
    """All contacts that were asked for, by `state` and `q`"""
    next_cursor: int | None


class CampaignContactsContactsItem(TypedDict):
    id: int
    contact_id: int | None
    """null: it was deleted from its list"""
    phone_number: str
    name: str | None
    state: Literal["pending", "in_flight", "waiting_retry", "answered", "unreached", "suppressed"]
    attempts: int
    last_outcome: str | None
    """Of a suppressed contact: what keeps it from being called"""
    next_attempt_at: str | None
    """For `waiting_retry`: not before this time"""


class ContactOutlook(TypedDict):
    campaign_id: int
    contact_id: int
    phone_number: str
    as_of: str
    """The moment for which this holds"""
    may_be_dialled: bool
    blocked_by: Literal["readiness", "time_limit", "do_not_call", "consent", "number_kind", "campaign", "retry_wait", "window", "attempts", "budget", "concurrency", "pace"] | None
    """The first rule that keeps the number from being dialled"""
    sentence: str | None
    """The sentence of that rule"""
    next_at: str | None
    """When it may be dialled if nothing but the time changes; null: not by time alone, or not within eight days"""
    rules: list[ContactOutlookRulesItem]
    """In the order in which admission asks them"""


class ContactOutlookRulesItem(TypedDict):
    rule: Literal["readiness", "time_limit", "do_not_call", "consent", "number_kind", "campaign", "retry_wait", "window", "attempts", "budget", "concurrency", "pace"]
    passes: bool
    value: str
    """The facts that the rule checks"""
    sentence: str | None
    until: str | None
    """When the rule will allow the call without a change, where that is known"""


class StartedCall(TypedDict):
    status: Literal["initiated"]
    workflow_run_id: int
    workflow_run_name: str


class InitiatedCall(TypedDict):
    message: str
    workflow_run_id: int


class CreatedRun(TypedDict):
    id: int
    uuid: str
    workflow_id: int
    name: str
    mode: str
    created_at: str
    definition_id: int
    initial_context: dict[str, Any]
    join: Join | None
    """For `smallwebrtc`: where the conversation is joined"""


class Join(TypedDict):
    kind: Literal["relay", "livekit"]
    """`relay`: words over a WebSocket of ours; `livekit`: audio, where LiveKit and models for speech are set"""
    url: str
    """For `relay` a WebSocket for the words, for `livekit` the LiveKit server"""
    token: str
    """For `livekit` the access token to the room of this conversation alone"""
    expires_at: str
    """A conversation that nobody has joined by this time is canceled"""
    page_url: str
    """A page that speaks and hears"""


class RunList(TypedDict):
    runs: list[Run]
    total_count: int
    page: int
    limit: int
    total_pages: int
    applied_filters: list[dict[str, Any]]


class Transcript(TypedDict):
    workflow_run_id: int
    state: str
    entries: list[TranscriptEntriesItem]
    failed_turns: list[TranscriptFailedTurnsItem]
    """Answers whose language model failed, with the reason"""


class TranscriptEntriesItem(TypedDict):
    id: int
    at: str
    speaker: Literal["agent", "person", "tool", "step"]
    text: str
    """What was said; the function's name for `tool` and `step`"""
    heard: str | None
    """The part that was heard before the person spoke over it; null: all of it"""
    node_id: str | None
    """The step of the agent's graph"""


class TranscriptFailedTurnsItem(TypedDict):
    turn: int
    at: str | None
    error: str


class RecordingPeaks(TypedDict):
    workflow_run_id: int
    length_ms: int | None
    """null: the format of the file is not understood"""
    channels: list[RecordingPeaksChannelsItem]
    """Empty when the format of the file is not understood"""


class RecordingPeaksChannelsItem(TypedDict):
    speaker: Literal["person", "agent"] | None
    """null: both are on one channel"""
    peaks: list[int]
    """The loudest moment of each of at most 400 intervals of equal length"""


class UsageRunList(TypedDict):
    runs: list[UsageRunListRunsItem]
    total_duration_seconds: int
    total_costs: list[UsageRunListTotalCostsItem]
    """The cost of all runs of the selection, by currency"""
    total_count: int
    page: int
    limit: int
    total_pages: int


class UsageRunListRunsItem(TypedDict):
    id: int
    workflow_id: int
    workflow_name: str
    campaign_id: int | None
    name: str
    created_at: str
    state: str
    outcome: str | None
    environment: str
    call_duration_seconds: int
    cost_minor: int | None
    currency: str | None
    transcript_url: str | None
    recording_url: str | None
    user_recording_url: str | None
    bot_recording_url: str | None
    transcript_public_url: str | None
    recording_public_url: str | None
    user_recording_public_url: str | None
    bot_recording_public_url: str | None
    public_access_token: str | None
    phone_number: str | None
    """The other side's number"""
    caller_number: str | None
    called_number: str | None
    call_type: str
    mode: str
    disposition: str | None
    initial_context: dict[str, Any]
    gathered_context: dict[str, Any]


class UsageRunListTotalCostsItem(TypedDict):
    currency: str
    cost_minor: int


class DailyUsage(TypedDict):
    timezone: str
    """The organization's zone, which defines the days"""
    days: list[DailyUsageDaysItem]
    """Oldest first, days without calls too"""
    total: DailyUsageTotal


class DailyUsageDaysItem(TypedDict):
    date: str
    calls: int
    duration_seconds: int
    minutes: float
    costs: list[DailyUsageDaysItemCostsItem]
    """Sums by currency; calls without a known price are not included"""
    tokens: DailyUsageDaysItemTokens


class DailyUsageDaysItemCostsItem(TypedDict):
    currency: str
    cost_minor: int


class DailyUsageDaysItemTokens(TypedDict):
    prompt: int
    completion: int


class DailyUsageTotal(TypedDict):
    calls: int
    duration_seconds: int
    minutes: float
    costs: list[DailyUsageTotalCostsItem]
    """Sums by currency; calls without a known price are not included"""
    tokens: DailyUsageTotalTokens


class DailyUsageTotalCostsItem(TypedDict):
    currency: str
    cost_minor: int


class DailyUsageTotalTokens(TypedDict):
    prompt: int
    completion: int


class TextSession(TypedDict):
    workflow_run_id: int
    workflow_id: int
    name: str
    mode: str
    state: str
    is_completed: bool
    revision: int
    initial_context: dict[str, Any]
    gathered_context: dict[str, Any]
    annotations: dict[str, Any]
    session_data: TextSessionSessionData
    checkpoint: TextSessionCheckpoint
    created_at: str
    updated_at: str | None


class TextSessionSessionData(TypedDict):
    version: int
    status: Literal["idle", "pending_assistant_turn", "ended"]
    end_reason: str | None
    cursor_turn_id: str | None
    turns: list[TextSessionSessionDataTurnsItem]
    discarded_future: list[TextSessionSessionDataDiscardedFutureItem]
    """Turns that a rewind took back"""
    simulator: dict[str, Any] | None


class TextSessionSessionDataTurnsItem(TypedDict):
    id: str
    status: Literal["pending", "completed", "failed", "interrupted"]
    error: str | None
    """Why its language model failed; null: it did not"""
    user_message: TextSessionSessionDataTurnsItemUserMessage | None
    assistant_message: TextSessionSessionDataTurnsItemAssistantMessage | None
    events: list[TextSessionSessionDataTurnsItemEventsItem]
    created_at: str
    completed_at: str | None


class TextSessionSessionDataTurnsItemUserMessage(TypedDict):
    text: str
    created_at: str


class TextSessionSessionDataTurnsItemAssistantMessage(TypedDict):
    text: str
    created_at: str


class TextSessionSessionDataTurnsItemEventsItem(TypedDict):
    kind: Literal["transition", "tool_call"]
    name: str
    state: str | None
    created_at: str


class TextSessionSessionDataDiscardedFutureItem(TypedDict):
    id: str
    status: Literal["pending", "completed", "failed", "interrupted"]
    error: str | None
    """Why its language model failed; null: it did not"""
    user_message: TextSessionSessionDataDiscardedFutureItemUserMessage | None
    assistant_message: TextSessionSessionDataDiscardedFutureItemAssistantMessage | None
    events: list[TextSessionSessionDataDiscardedFutureItemEventsItem]
    created_at: str
    completed_at: str | None


class TextSessionSessionDataDiscardedFutureItemUserMessage(TypedDict):
    text: str
    created_at: str


class TextSessionSessionDataDiscardedFutureItemAssistantMessage(TypedDict):
    text: str
    created_at: str


class TextSessionSessionDataDiscardedFutureItemEventsItem(TypedDict):
    kind: Literal["transition", "tool_call"]
    name: str
    state: str | None
    created_at: str


class TextSessionCheckpoint(TypedDict):
    current_node_id: str | None
    gathered_context: dict[str, Any]


class TalkLink(TypedDict):
    kind: Literal["conversation", "embed"]
    agent_name: str
    language: str
    audio: TalkLinkAudio | None
    """For a conversation with audio: the LiveKit server, and the token that joins its room"""


class TalkLinkAudio(TypedDict):
    url: str
    token: str


class StartedWebCall(TypedDict):
    workflow_run_id: int
    join: Join


class EmbedToken(TypedDict):
    id: int
    workflow_id: int
    name: str
    token: str
    """Part of the page's source; it allows nothing outside its limits"""
    environment: Literal["production", "sandbox"]
    allowed_origins: list[str]
    expires_at: str | None
    max_minutes: int | None
    max_concurrent: int | None
    minutes_used: float
    revoked_at: str | None
    created_at: str
    page_url: str
    """Our own page with this agent; open where our origin is allowed"""
    embed_script: str
    """Puts a talk button on a page"""


class EmbedTokenList(TypedDict):
    embed_tokens: list[EmbedToken]


class OneEmbedToken(TypedDict):
    id: int
    token: str
    allowed_domains: list[str]
    settings: None
    is_active: bool
    usage_count: int
    """Conversations that were begun by it"""
    usage_limit: None
    expires_at: str | None
    created_at: str
    embed_script: str


class ModelConfiguration(TypedDict):
    embeddings: ModelConfigurationEmbeddings | None
    llm: ModelConfigurationLlm | None
    tts: ModelConfigurationTts | None
    stt: ModelConfigurationStt | None


class ModelConfigurationEmbeddings(TypedDict):
    provider: str
    model: str
    api_key: str | None
    base_url: str | None
    script: NotRequired[list[ModelConfigurationEmbeddingsScriptItem]]


class ModelConfigurationEmbeddingsScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelConfigurationEmbeddingsScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelConfigurationEmbeddingsScriptItemCall(TypedDict):
    name: str
    arguments: dict[str, Any]


class ModelConfigurationLlm(TypedDict):
    provider: str
    model: str
    api_key: str | None
    base_url: str | None
    script: NotRequired[list[ModelConfigurationLlmScriptItem]]


class ModelConfigurationLlmScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelConfigurationLlmScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelConfigurationLlmScriptItemCall(TypedDict):
    name: str
    arguments: dict[str, Any]


class ModelConfigurationTts(TypedDict):
    provider: str
    model: str
    api_key: str | None
    base_url: str | None
    script: NotRequired[list[ModelConfigurationTtsScriptItem]]


class ModelConfigurationTtsScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelConfigurationTtsScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelConfigurationTtsScriptItemCall(TypedDict):
    name: str
    arguments: dict[str, Any]


class ModelConfigurationStt(TypedDict):
    provider: str
    model: str
    api_key: str | None
    base_url: str | None
    script: NotRequired[list[ModelConfigurationSttScriptItem]]


class ModelConfigurationSttScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelConfigurationSttScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelConfigurationSttScriptItemCall(TypedDict):
    name: str
    arguments: dict[str, Any]


class TriedModel(TypedDict):
    model: str
    reply: str
    first_word_ms: int | None
    """null: it said nothing"""
    duration_ms: int


class MissedCalls(TypedDict):
    missed_calls: list[MissedCall]
    next_cursor: str | None


class MissedCall(TypedDict):
    id: int
    at: str
    caller_number: str | None
    """Null: withheld"""
    called_number: str
    reason: Literal["unknown_number", "inactive_number", "no_agent", "out_of_concurrency", "caller_hung_up", "unavailable"]
    telephony_configuration_id: int | None
    run_id: int | None
    """The call, where an agent was to take it"""
    called_back_run_id: int | None
    """The first call to this caller that a carrier took afterwards"""
    called_back_at: str | None


class Credential(TypedDict):
    uuid: str
    name: str
    description: str | None
    credential_type: Literal["none", "api_key", "bearer_token", "basic_auth", "custom_header"]
    hint: str | None
    """The last four characters of a secret of twelve and more"""
    environment: Literal["production", "sandbox"]
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    used_by: list[CredentialUsedByItemOption1 | CredentialUsedByItemOption2]
    """What names it: tools, and agents in their published version or draft; none archived"""
    created_at: str
    updated_at: str | None


class CredentialUsedByItemOption1(TypedDict):
    kind: Literal["tool"]
    id: str
    """Its tool_uuid"""
    name: str


class CredentialUsedByItemOption2(TypedDict):
    kind: Literal["agent"]
    id: int
    name: str


class Tool(TypedDict):
    id: int
    tool_uuid: str
    name: str
    description: str | None
    category: Literal["http_api", "end_call", "transfer_call", "calculator", "mcp", "connector"]
    icon: str | None
    icon_color: str | None
    status: Literal["active", "archived", "draft"]
    environment: Literal["production", "sandbox"]
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    definition: dict[str, Any]
    requires_confirmation: bool
    compensation: dict[str, Any] | None
    created_at: str
    updated_at: str | None
    created_by: ToolCreatedBy | None


class ToolCreatedBy(TypedDict):
    id: int
    provider_id: str


class McpRefresh(TypedDict):
    tool_uuid: str
    discovered_tools: list[dict[str, Any]]
    error: str | None
    """Why the server could not be read; the list is the last one then"""


class ToolTest(TypedDict):
    tool_uuid: str
    state: Literal["done", "failed", "unknown"]
    """unknown: it was sent, and no answer came"""
    result: Any
    """The result that the agent would get, without the credential's secrets"""
    status_code: int | None
    duration_ms: int


class Connector(TypedDict):
    slug: str
    name: str
    category: str
    version: str
    """The version of the catalogue's file; with another one agents can do other things"""
    description: str
    scopes: list[str]
    available: bool
    unavailable_reason: str | None
    """What to do so that it can be connected"""
    client: Literal["organization", "operator"] | None
    """Whose client is used to sign in"""
    actions: list[ConnectorActionsItem]


class ConnectorActionsItem(TypedDict):
    name: str
    description: str
    parameters: dict[str, Any]
    """JSON Schema of the agent's arguments"""
    only_reads: bool


class ConnectedAccount(TypedDict):
    id: int
    slug: str
    account_label: str
    """Who is signed in, as people know the account"""
    scopes: list[str]
    """The scopes that were granted"""
    status: Literal["connected", "expired", "revoked"]
    """expired: somebody has to sign in again; revoked: it was taken away here"""
    status_reason: str | None
    status_changed_at: str
    connected_at: str


class ConnectorActivity(TypedDict):
    tool_call_id: str
    account_id: int
    slug: str
    account_label: str
    action: str
    tool_uuid: str
    tool_name: str | None
    workflow_run_id: int
    workflow_id: int
    outcome: Literal["running", "done", "refused", "failed", "unknown"]
    """refused: the app refused it; unknown: it was sent, and no answer came"""
    status_code: int | None
    error: str | None
    is_compensation: bool
    """It undid an earlier action"""
    at: str
    finished_at: str | None


class WebhookWithSecret(TypedDict):
    id: int
    url: str
    events: list[str]
    description: str | None
    is_active: bool
    disabled_at: str | None
    disabled_reason: str | None
    """Why it was switched off automatically"""
    failing_since: str | None
    next_attempt_at: str | None
    last_success_at: str | None
    created_at: str
    updated_at: str
    secret: str
    """Signs every delivery; it is not shown again"""


class Webhook(TypedDict):
    id: int
    url: str
    events: list[str]
    description: str | None
    is_active: bool
    disabled_at: str | None
    disabled_reason: str | None
    """Why it was switched off automatically"""
    failing_since: str | None
    next_attempt_at: str | None
    last_success_at: str | None
    created_at: str
    updated_at: str


class WebhookDeliveryList(TypedDict):
    deliveries: list[WebhookDelivery]
    next_before_id: int | None


class WebhookDelivery(TypedDict):
    id: int
    webhook_id: int
    uuid: str
    """The header webhook-id"""
    event_type: str
    event_id: int | None
    """The event's id on the timeline; null: a test"""
    state: Literal["pending", "delivered", "failed"]
    attempts: int
    last_status: int | None
    last_error: str | None
    last_attempt_at: str | None
    settled_at: str | None
    created_at: str


class WebhookDeliveryDetail(TypedDict):
    id: int
    webhook_id: int
    uuid: str
    """The header webhook-id"""
    event_type: str
    event_id: int | None
    """The event's id on the timeline; null: a test"""
    state: Literal["pending", "delivered", "failed"]
    attempts: int
    last_status: int | None
    last_error: str | None
    last_attempt_at: str | None
    settled_at: str | None
    created_at: str
    exchange: WebhookExchange | None
    """The last try. Null: there was none, or its words are no longer kept"""


class WebhookExchange(TypedDict):
    sent_at: str
    took_ms: int
    url: str
    request_headers: dict[str, str]
    """As they were sent; of each signature only the beginning"""
    request_body: str
    """The beginning, at most 16384 characters"""
    answer_status: int | None
    """Null: no answer came; last_error says why"""
    answer_body: str | None
    """The beginning, at most 2048 bytes"""


class DocumentUpload(TypedDict):
    upload_url: str
    method: Literal["POST"]
    headers: dict[str, str]
    fields: dict[str, str]
    """Form fields to send before the field `file`"""
    put: DocumentUploadPut | None
    """For clients that only PUT: accepts exactly `file_size` bytes. Null without a `file_size`"""
    document_uuid: str
    object_store_key: str
    s3_key: str
    max_bytes: int
    expires_in: int


class DocumentUploadPut(TypedDict):
    url: str
    method: Literal["PUT"]
    headers: dict[str, str]


class Document(TypedDict):
    id: int
    document_uuid: str
    filename: str
    file_size_bytes: int
    file_hash: str
    mime_type: str
    state: Literal["uploading", "queued", "indexing", "ready", "failed", "stale"]
    state_detail: str | None
    processing_status: Literal["pending", "processing", "completed", "failed"]
    processing_error: str | None
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    total_chunks: int
    retrieval_mode: Literal["chunked", "full_document"]
    scope: Literal["library", "org", "channel", "agent"]
    folder_id: int | None
    workflow_id: int | None
    file_folder_id: int | None
    version: int
    current_version: int | None
    versions: list[DocumentVersionsItem]
    needs_reingest: bool
    translated_from: str | None
    target_language: str | None
    custom_metadata: dict[str, Any]
    docling_metadata: DocumentDoclingMetadata
    """What was found in the file of the current version; empty before the first is ready"""
    source_url: str | None
    """The address that it is read from. Null: its files are uploaded"""
    refresh_every_hours: int | None
    refresh_at: str | None
    """When the address is read next. Null: when somebody asks"""
    organization_id: int
    created_by: int | None
    is_active: bool
    """False: switched off; nobody reads it until it is switched on"""
    created_at: str
    updated_at: str


class DocumentVersionsItem(TypedDict):
    version: int
    state: str
    file_size_bytes: int
    total_chunks: int
    page_count: int | None
    embedding_model: str | None
    error: str | None
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    current: bool
    """What readers get"""
    uploaded_by: int | None
    uploaded_at: str
    completed_at: str | None


class DocumentDoclingMetadata(TypedDict):
    """What was found in the file of the current version; empty before the first is ready"""
    title: NotRequired[str | None]
    """As the file says it; the first heading of Markdown"""
    language: NotRequired[str | None]
    """The tag that the file says, such as `en-GB`"""
    pages: NotRequired[int | None]
    """Pages of a PDF, slides of a presentation"""
    tables: NotRequired[int]
    tables_without_columns: NotRequired[int]
    """Their rows are read without names of columns"""
    warnings: NotRequired[list[str]]


class KnowledgeSearch(TypedDict):
    chunks: list[KnowledgeSearchChunksItem]
    query: str
    total_results: int
    degraded: Literal["text only", "partly text only"] | None
    """`text only` when meaning could not be searched; `partly text only` when it could not in documents whose vectors are of one model among several, as while they get new ones after a change of the model"""
    degraded_reason: str | None


class KnowledgeSearchChunksItem(TypedDict):
    id: int
    document_id: int
    document_uuid: str
    filename: str
    chunk_index: int
    chunk_text: str
    contextualized_text: str
    chunk_metadata: KnowledgeSearchChunksItemChunkMetadata
    similarity: float
    highlights: list[KnowledgeSearchChunksItemHighlightsItem]


class KnowledgeSearchChunksItemChunkMetadata(TypedDict):
    headings: str
    page: int | None
    row: int | None
    version: int


class KnowledgeSearchChunksItemHighlightsItem(TypedDict):
    text: str
    marks: list[KnowledgeSearchChunksItemHighlightsItemMarksItem]


class KnowledgeSearchChunksItemHighlightsItemMarksItem(TypedDict):
    start: int
    end: int


class KnowledgeUsage(TypedDict):
    used_bytes: int
    limit_bytes: int
    document_count: int
    limit_documents: int
    chunk_count: int
    limit_chunks: int
    plan: str


class RecordingUploadUrls(TypedDict):
    items: list[RecordingUploadUrlsItemsItem]


class RecordingUploadUrlsItemsItem(TypedDict):
    upload_url: str
    method: Literal["PUT"]
    headers: dict[str, str]
    recording_id: str
    storage_key: str
    expires_in: int


class Recording(TypedDict):
    id: int
    recording_id: str
    workflow_id: int | None
    organization_id: int
    filename: str
    content_type: str
    size_bytes: int
    length_ms: int | None
    """How long it sounds; null: its file does not say so"""
    tts_provider: str | None
    tts_model: str | None
    tts_voice_id: str | None
    transcript: str
    storage_key: str
    storage_backend: str
    metadata: dict[str, Any]
    created_by: int | None
    created_at: str
    is_active: bool


class ProposedUpgrade(TypedDict):
    event_id: int
    kind: Literal["question", "action", "edit", "secret"]
    state: Literal["open", "settled", "expired"]
    decision: str | None
    settled_by: str | None
    settled_at: str | None
    undone_by: str | None
    undone_at: str | None
    expires_at: str
    workflow_id: int | None
    workflow_run_id: int | None
    folder_id: int | None
    thread_id: str | None
    from_version: str
    to_version: str


class EmptyUpgrade(TypedDict):
    event_id: None
    """There is nothing to publish: the agent follows the version already"""
    workflow_id: int
    detail: str
    from_version: str
    to_version: str


class Pack(TypedDict):
    slug: str
    name: str
    summary: str
    job: str
    version: str
    state: Literal["draft", "published"]
    """The agents of a draft cannot be hired yet"""
    publisher: PackPublisher
    badges: list[str]
    """What it does; calls come first"""
    industries: list[str]
    """None: every industry"""
    languages: list[str]
    demo_number: str | None
    demo_url: str | None
    charging: PackCharging
    flow: Literal["voice", "standard"]
    listed: bool
    channels: list[Literal["inbound_call", "outbound_call", "whatsapp", "web", "scheduled"]]
    steps: list[str]
    compliance_notes: list[str]
    templates: list[TemplateListItem]


class PackPublisher(TypedDict):
    slug: str
    name: str
    first_party: bool


class PackCharging(TypedDict):
    needs_voice: bool
    unit: Literal["minute", "run"]
    hire_price_paise: int
    creator_price_paise: int


class TemplateListItem(TypedDict):
    id: str
    version: str
    name: str
    summary: str
    vertical: str
    direction: Literal["inbound", "outbound", "scheduled"]
    language: str
    """The language of name, summary and definition"""
    languages: list[str]


class PackListItem(TypedDict):
    slug: str
    name: str
    summary: str
    job: str
    version: str
    state: Literal["draft", "published"]
    """The agents of a draft cannot be hired yet"""
    publisher: PackListItemPublisher
    badges: list[str]
    """What it does; calls come first"""
    industries: list[str]
    """None: every industry"""
    languages: list[str]
    demo_number: str | None
    demo_url: str | None
    charging: PackListItemCharging
    flow: Literal["voice", "standard"]
    listed: bool


class PackListItemPublisher(TypedDict):
    slug: str
    name: str
    first_party: bool


class PackListItemCharging(TypedDict):
    needs_voice: bool
    unit: Literal["minute", "run"]
    hire_price_paise: int
    creator_price_paise: int


class PackVersions(TypedDict):
    versions: list[PackVersionsVersionsItem]


class PackVersionsVersionsItem(TypedDict):
    version: str
    state: Literal["draft", "published", "archived"]
    name: str
    summary: str
    workflow_ids: list[int]
    created_at: str
    published_at: str | None


class WithdrawnPack(TypedDict):
    slug: str
    withdrawn: Literal[True]


class Template(TypedDict):
    id: str
    version: str
    name: str
    summary: str
    vertical: str
    direction: Literal["inbound", "outbound", "scheduled"]
    language: str
    """The language of name, summary and definition"""
    languages: list[str]
    steps: list[str]
    compliance_notes: list[str]
    variables: list[TemplateVariablesItem]
    voice: dict[str, Any]
    tools: list[TemplateToolsItem]
    documents: list[TemplateDocumentsItem]
    dispositions: list[str]
    definition: dict[str, Any]
    """Its `tool_uuids` hold the keys of `tools`"""
    conversations: list[TemplateConversationsItem]
    """Its test conversations"""


class TemplateVariablesItem(TypedDict):
    key: str
    question: str
    required: bool
    default: str | None


class TemplateToolsItem(TypedDict):
    key: str
    name: str
    description: str
    category: str
    credential: TemplateToolsItemCredential | None
    """What to provide after the hire"""


class TemplateToolsItemCredential(TypedDict):
    name: str
    why: str


class TemplateDocumentsItem(TypedDict):
    key: str
    filename: str
    text: str


class TemplateConversationsItem(TypedDict):
    title: str
    turns: list[TemplateConversationsItemTurnsItem]
    played: list[TemplateConversationsItemPlayedItem]
    """How it went on the built-in model, with answers that are made up"""


class TemplateConversationsItemTurnsItem(TypedDict):
    person: str


class TemplateConversationsItemPlayedItem(TypedDict):
    speaker: Literal["agent", "person"]
    text: str
    step: str


class HiredAgent(TypedDict):
    id: int
    workflow_uuid: str
    name: str
    status: Literal["active", "archived"]
    environment: Literal["production", "sandbox"]
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    folder_id: int | None
    version: int | None
    """The number of the published version"""
    draft_version: int | None
    """The number of the draft, when there is one"""
    template_id: str | None
    created_at: str
    updated_at: str
    total_runs: int
    definition: dict[str, Any]
    """Nodes and edges of the draft, or else of the published version"""
    workflow_definition: dict[str, Any]
    """The same as `definition`"""
    definition_digest: str
    """Another one when anybody has changed the definition"""
    settings_digest: str
    """Another one when anybody has changed the name, settings, variables or dispositions"""
    current_definition_id: int | None
    """The id of the published version"""
    version_number: int
    """The number of the version that is shown"""
    version_status: Literal["draft", "published", "archived"]
    workflow_configurations: dict[str, Any]
    template_context_variables: dict[str, Any]
    call_disposition_codes: dict[str, Any] | None
    disposition_codes: list[str]
    """The dispositions that a call can end with"""
    missing: list[HiredAgentMissingItem]
    """What it still needs from you: credentials of its tools, a model that reads its documents"""


class HiredAgentMissingItem(TypedDict):
    kind: Literal["credential", "embeddings"]
    name: str | None
    detail: str


class Hire(TypedDict):
    workflow_id: int
    template_id: str
    template_version: str
    newer_version: str | None
    """The version of the template that the agent can be upgraded to"""
    state: Literal["running", "hired", "failed"]
    steps: list[HireStepsItem]
    missing: list[HireMissingItem]
    """What it still needs from you: credentials of its tools, a model that reads its documents"""
    error: str | None
    """Why it failed; nothing of it is left then"""
    created_at: str
    finished_at: str | None


class HireStepsItem(TypedDict):
    name: Literal["agent", "tools", "documents", "conclusion"]
    state: Literal["done", "at_work", "waiting"]


class HireMissingItem(TypedDict):
    kind: Literal["credential", "embeddings"]
    name: str | None
    detail: str


TeamHome = TypedDict("TeamHome", {
    "days": "int",
    "timezone": "str",
    "from": "str",
    "until": "str",
    "calls": "int",
    "answered": "int",
    "missed": "int",
    "minutes": "float",
    "outcomes": "dict[str, int]",
    "cost": "list[TeamHomeCostItem]",
    "campaigns_running": "int",
    "needs_attention": "list[AttentionItem]",
    "previous": "TeamHomePrevious",
})


class TeamHomeCostItem(TypedDict):
    currency: str
    cost_minor: int


TeamHomePrevious = TypedDict("TeamHomePrevious", {
    "from": "str",
    "until": "str",
    "calls": "int",
    "answered": "int",
    "missed": "int",
    "minutes": "float",
    "outcomes": "dict[str, int]",
    "cost": "list[TeamHomePreviousCostItem]",
})


class TeamHomePreviousCostItem(TypedDict):
    currency: str
    cost_minor: int


class AttentionItem(TypedDict):
    kind: Literal["question", "action_proposed", "edit_proposed", "secret_requested", "document_failed", "breaker_tripped", "campaign_failed", "connector_expired", "account_set_aside", "time_zone_refused", "model_failed", "key_expires"]
    timeline_event_id: int | None
    at: str
    summary: str
    subject: str | None
    """The document, the campaign, the app, the carrier account, the contact list, the key or the organization; null: a request"""
    reason: str | None
    """Why it has stopped, or when the key expires; null: a request"""
    workflow_id: int | None
    campaign_id: int | None
    document_uuid: str | None
    folder_id: int | None
    """The channel of a request"""
    is_mine: bool
    """You are a member of that channel"""
    expires_at: str | None
    """Until then a request can be answered"""


class TeamStatus(TypedDict):
    agents: list[TeamStatusAgentsItem]


class TeamStatusAgentsItem(TypedDict):
    workflow_id: int
    name: str
    folder_id: int | None
    state: Literal["on_call", "waiting_for_you", "thinking", "paused", "idle"]
    """The first that holds, in this order; paused: it has campaigns, and none of them runs"""
    workflow_run_ids: list[int]
    since: str


class Member(TypedDict):
    user_id: int
    email: str
    name: str | None
    role: Literal["viewer", "operator", "admin", "owner"]
    created_at: str
    """When they joined"""


class NewInvitation(TypedDict):
    id: int
    email: str
    role: Literal["viewer", "operator", "admin", "owner"]
    created_at: str
    expires_at: str
    mailed: bool
    """Whether a mail server is configured (`SMTP_URL`) and took the mail"""
    token: str | None
    """For POST /auth/accept-invitation; null when it was mailed"""
    link: str | None
    """Accepts it in the console; hand it to that person alone. Null when it was mailed"""


class Invitation(TypedDict):
    id: int
    email: str
    role: Literal["viewer", "operator", "admin", "owner"]
    created_at: str
    expires_at: str


class LogoutAnswer(TypedDict):
    status: Literal["logged_out"]


class AccountOrganizationsAnswer(TypedDict):
    organizations: list[AccountOrganizationsAnswerOrganizationsItem]


class AccountOrganizationsAnswerOrganizationsItem(TypedDict):
    organization_id: int
    name: str
    role: Literal["viewer", "operator", "admin", "owner"]
    is_selected: bool


class AccountChangePasswordAnswer(TypedDict):
    ended: int


class AccountForgotPasswordAnswer(TypedDict):
    mailed: bool
    """Whether this platform sends mail at all; the answer does not depend on the address. Without mail an admin of the organization makes the link"""


class AccountResetPasswordAnswer(TypedDict):
    ended: int


class AccountSessionsAnswer(TypedDict):
    sessions: list[AccountSessionsAnswerSessionsItem]


class AccountSessionsAnswerSessionsItem(TypedDict):
    id: int
    organization_id: int
    created_at: str
    expires_at: str
    is_current: bool


class AccountEndOtherSessionsAnswer(TypedDict):
    ended: int


class AccountEndSessionAnswer(TypedDict):
    ended: int


class OrganizationsPreferencesSetCallingHours(TypedDict):
    enabled: NotRequired[bool | None]
    reason: NotRequired[str | None]
    """Why they are switched off; the reason is stored"""
    slots: NotRequired[list[OrganizationsPreferencesSetCallingHoursSlotsItem] | None]
    holidays: NotRequired[list[str] | None]
    holiday_calendar: NotRequired[str | None]
    one_off: NotRequired[bool | None]
    """Whether calls outside campaigns keep them too"""


class OrganizationsPreferencesSetCallingHoursSlotsItem(TypedDict):
    day_of_week: int
    """0 = Monday"""
    start_time: str
    end_time: str
    """Half-open: dialling ends before this minute"""


class OrganizationsPreferencesSetDisclosure(TypedDict):
    enabled: bool
    reason: NotRequired[str | None]


class OrganizationsPreferencesSetBudget(TypedDict):
    daily_minor: NotRequired[int | None]
    monthly_minor: NotRequired[int | None]
    currency: str


class OrganizationsPreferencesUpdateCallingHours(TypedDict):
    enabled: NotRequired[bool | None]
    reason: NotRequired[str | None]
    """Why they are switched off; the reason is stored"""
    slots: NotRequired[list[OrganizationsPreferencesUpdateCallingHoursSlotsItem] | None]
    holidays: NotRequired[list[str] | None]
    holiday_calendar: NotRequired[str | None]
    one_off: NotRequired[bool | None]
    """Whether calls outside campaigns keep them too"""


class OrganizationsPreferencesUpdateCallingHoursSlotsItem(TypedDict):
    day_of_week: int
    """0 = Monday"""
    start_time: str
    end_time: str
    """Half-open: dialling ends before this minute"""


class OrganizationsPreferencesUpdateDisclosure(TypedDict):
    enabled: bool
    reason: NotRequired[str | None]


class OrganizationsPreferencesUpdateBudget(TypedDict):
    daily_minor: NotRequired[int | None]
    monthly_minor: NotRequired[int | None]
    currency: str


class TelephonyConfigsCreateConfig(TypedDict):
    """`provider` and its fields, as `telephony.providers` lists them"""
    provider: str
    calls_per_second: NotRequired[float | None]
    max_concurrent_calls: NotRequired[int | None]
    inbound_reserve: NotRequired[int | None]
    max_concurrent_per_caller_id: NotRequired[int | None]
    caller_id_strategy: NotRequired[Literal["default", "rotate", "local_presence"] | None]


class TelephonyConfigsUpdateConfig(TypedDict):
    """`provider` and its fields, as `telephony.providers` lists them"""
    provider: str
    calls_per_second: NotRequired[float | None]
    max_concurrent_calls: NotRequired[int | None]
    inbound_reserve: NotRequired[int | None]
    max_concurrent_per_caller_id: NotRequired[int | None]
    caller_id_strategy: NotRequired[Literal["default", "rotate", "local_presence"] | None]


class TelephonyConfigsDeleteAnswer(TypedDict):
    message: str


class TelephonyPhoneNumbersDeleteAnswer(TypedDict):
    message: str
    provider_sync: TelephonyPhoneNumbersDeleteAnswerProviderSync | None
    """How pointing the number at the carrier went; null where nothing had to be pointed"""


class TelephonyPhoneNumbersDeleteAnswerProviderSync(TypedDict):
    ok: bool
    message: str | None


class NumbersVerifiedRemoveAnswer(TypedDict):
    message: str
    provider_sync: NumbersVerifiedRemoveAnswerProviderSync | None
    """Whether the carriers that had verified it were told; null where none had"""


class NumbersVerifiedRemoveAnswerProviderSync(TypedDict):
    ok: bool
    message: str | None


class AgentsCreateCallDispositionCodes(TypedDict):
    disposition_codes: list[str]


class AgentsCountAnswer(TypedDict):
    total: int
    active: int
    archived: int


class AgentsSummaryAnswerItem(TypedDict):
    id: int
    name: str


class AgentsUpdateCallDispositionCodes(TypedDict):
    disposition_codes: list[str]


class AgentsNodeTypesAnswer(TypedDict):
    spec_version: str
    node_types: list[NodeType]


class ChannelsDeleteAnswer(TypedDict):
    success: bool
    message: str
    documents_moved_to_library: int


class ContactsListsListAnswer(TypedDict):
    contact_lists: list[ContactList]


class ContactsListsDeleteAnswer(TypedDict):
    message: str


class ContactsImportsListAnswer(TypedDict):
    imports: list[ContactImport]


class ContactsNationalListsListAnswer(TypedDict):
    national_lists: list[NationalList]
    next_cursor: str | None


class ContactsDoNotCallListAnswer(TypedDict):
    do_not_call: list[DoNotCallEntry]
    next_cursor: str | None


class ContactsDoNotCallRemoveAnswer(TypedDict):
    message: str


class ContactsUploadUrlAnswer(TypedDict):
    upload_url: str
    method: Literal["PUT"]
    headers: dict[str, str]
    object_store_key: str
    """Where the signed URL put it; the import names this key"""
    file_key: str
    """Where the signed URL put it; the import names this key"""
    s3_key: str
    """Where the signed URL put it; the import names this key"""
    expires_in: int
    """Seconds"""


class ContactsImportConsent(TypedDict):
    status: Literal["granted", "unknown", "withdrawn"]
    source: NotRequired[str | None]


class ContactsImportAnswer(TypedDict):
    import_id: int
    workflow_id: str
    status: Literal["pending", "processing", "completed", "failed"]


class ContactsImportIntoNewListConsent(TypedDict):
    status: Literal["granted", "unknown", "withdrawn"]
    source: NotRequired[str | None]


class ContactsImportIntoNewListAnswer(TypedDict):
    contact_list_id: int
    import_id: int
    workflow_id: str
    status: Literal["pending", "processing", "completed", "failed"]


class ContactsListAnswer(TypedDict):
    contacts: list[Contact]
    total_count: int
    page: int
    limit: int
    total_pages: int


class ContactsUpdateConsent(TypedDict):
    status: Literal["granted", "unknown", "withdrawn"]
    source: str
    """Where it was said: a form, a letter, a call"""
    wording: NotRequired[str | None]
    """The wording of the question, or of the person's answer"""


class ContactsDeleteAnswer(TypedDict):
    message: str


class CampaignsListAnswer(TypedDict):
    campaigns: list[ListedCampaign]
    next_cursor: str | None
    """Null: there are no more"""


class CampaignsDeleteAnswer(TypedDict):
    success: bool


class EmbedTokensRevokeOneAnswer(TypedDict):
    success: bool


class ModelsSetEmbeddings(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia` or `azure`"""
    model: str
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    script: NotRequired[list[ModelsSetEmbeddingsScriptItem] | None]
    """For `local`: its answers by what it is asked"""


class ModelsSetEmbeddingsScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelsSetEmbeddingsScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelsSetEmbeddingsScriptItemCall(TypedDict):
    name: str
    arguments: NotRequired[dict[str, Any]]


class ModelsSetLlm(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia` or `azure`"""
    model: str
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    script: NotRequired[list[ModelsSetLlmScriptItem] | None]
    """For `local`: its answers by what it is asked"""


class ModelsSetLlmScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelsSetLlmScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelsSetLlmScriptItemCall(TypedDict):
    name: str
    arguments: NotRequired[dict[str, Any]]


class ModelsSetTts(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia` or `azure`"""
    model: str
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    script: NotRequired[list[ModelsSetTtsScriptItem] | None]
    """For `local`: its answers by what it is asked"""


class ModelsSetTtsScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelsSetTtsScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelsSetTtsScriptItemCall(TypedDict):
    name: str
    arguments: NotRequired[dict[str, Any]]


class ModelsSetStt(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia` or `azure`"""
    model: str
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    script: NotRequired[list[ModelsSetSttScriptItem] | None]
    """For `local`: its answers by what it is asked"""


class ModelsSetSttScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelsSetSttScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelsSetSttScriptItemCall(TypedDict):
    name: str
    arguments: NotRequired[dict[str, Any]]


class ModelsUpdateEmbeddings(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia` or `azure`"""
    model: str
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    script: NotRequired[list[ModelsUpdateEmbeddingsScriptItem] | None]
    """For `local`: its answers by what it is asked"""


class ModelsUpdateEmbeddingsScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelsUpdateEmbeddingsScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelsUpdateEmbeddingsScriptItemCall(TypedDict):
    name: str
    arguments: NotRequired[dict[str, Any]]


class ModelsUpdateLlm(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia` or `azure`"""
    model: str
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    script: NotRequired[list[ModelsUpdateLlmScriptItem] | None]
    """For `local`: its answers by what it is asked"""


class ModelsUpdateLlmScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelsUpdateLlmScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelsUpdateLlmScriptItemCall(TypedDict):
    name: str
    arguments: NotRequired[dict[str, Any]]


class ModelsUpdateTts(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia` or `azure`"""
    model: str
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    script: NotRequired[list[ModelsUpdateTtsScriptItem] | None]
    """For `local`: its answers by what it is asked"""


class ModelsUpdateTtsScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelsUpdateTtsScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelsUpdateTtsScriptItemCall(TypedDict):
    name: str
    arguments: NotRequired[dict[str, Any]]


class ModelsUpdateStt(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia` or `azure`"""
    model: str
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    script: NotRequired[list[ModelsUpdateSttScriptItem] | None]
    """For `local`: its answers by what it is asked"""


class ModelsUpdateSttScriptItem(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ModelsUpdateSttScriptItemCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[Literal["unauthorized", "rate_limited", "unavailable", "timeout", "refused", "invalid_answer"]]


class ModelsUpdateSttScriptItemCall(TypedDict):
    name: str
    arguments: NotRequired[dict[str, Any]]


class CredentialsDeleteAnswer(TypedDict):
    status: Literal["deleted"]
    uuid: str


class ToolsConnectorsListAnswer(TypedDict):
    redirect_uri: str
    """The redirect address that your own client has to allow"""
    connectors: list[Connector]


class ToolsConnectorsConnectAnswer(TypedDict):
    authorization_url: str
    """Where a person signs in; works once, within ten minutes. For a program it is a page of ours, which says who asks and goes on to the app"""
    state: str


class ToolsConnectorsAccountsAnswer(TypedDict):
    accounts: list[ConnectedAccount]


class ToolsConnectorsActivityAnswer(TypedDict):
    activity: list[ConnectorActivity]
    next_cursor: str | None


class ToolsConnectorsSetClientAnswer(TypedDict):
    slug: str
    client: Literal["organization", "operator"] | None


class ToolsConnectorsRemoveClientAnswer(TypedDict):
    slug: str
    client: Literal["organization", "operator"] | None


class ToolsMcpConnectAnswer(TypedDict):
    authorization_url: str
    """Where a person signs in; works once, within ten minutes. For a program it is a page of ours, which says who asks and goes on to the app"""
    state: str


class ToolsCreateDefinitionOption1(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["http_api"]
    config: ToolsCreateDefinitionOption1Config


class ToolsCreateDefinitionOption1Config(TypedDict):
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    url: str
    headers: NotRequired[dict[str, str] | None]
    credential_uuid: NotRequired[str | None]
    parameters: NotRequired[list[ToolsCreateDefinitionOption1ConfigParametersItem] | None]
    preset_parameters: NotRequired[list[ToolsCreateDefinitionOption1ConfigPresetParametersItem] | None]
    timeout_ms: NotRequired[int | None]
    customMessage: NotRequired[str | None]
    customMessageType: NotRequired[Literal["text", "audio"] | None]
    customMessageRecordingId: NotRequired[str | None]
    body_template: NotRequired[dict[str, Any] | None]


class ToolsCreateDefinitionOption1ConfigParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    description: str
    required: NotRequired[bool | None]


class ToolsCreateDefinitionOption1ConfigPresetParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    value_template: str
    required: NotRequired[bool | None]


class ToolsCreateDefinitionOption2(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["end_call"]
    config: ToolsCreateDefinitionOption2Config


class ToolsCreateDefinitionOption2Config(TypedDict):
    messageType: NotRequired[Literal["none", "custom", "audio"] | None]
    customMessage: NotRequired[str | None]
    audioRecordingId: NotRequired[str | None]
    endCallReason: NotRequired[bool | None]
    endCallReasonDescription: NotRequired[str | None]


class ToolsCreateDefinitionOption3(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["transfer_call"]
    config: ToolsCreateDefinitionOption3Config


class ToolsCreateDefinitionOption3Config(TypedDict):
    destination_source: NotRequired[Literal["static", "dynamic", "context_mapping"] | None]
    destination: NotRequired[str | None]
    messageType: NotRequired[Literal["none", "custom", "audio"] | None]
    customMessage: NotRequired[str | None]
    audioRecordingId: NotRequired[str | None]
    timeout: NotRequired[int | None]
    parameters: NotRequired[list[ToolsCreateDefinitionOption3ConfigParametersItem] | None]
    resolver: NotRequired[ToolsCreateDefinitionOption3ConfigResolver | None]
    context_mapping: NotRequired[ToolsCreateDefinitionOption3ConfigContextMapping | None]


class ToolsCreateDefinitionOption3ConfigParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    description: str
    required: NotRequired[bool | None]


class ToolsCreateDefinitionOption3ConfigResolver(TypedDict):
    type: NotRequired[Literal["http"] | None]
    url: str
    headers: NotRequired[dict[str, str] | None]
    credential_uuid: NotRequired[str | None]
    timeout_ms: NotRequired[int | None]
    wait_message: NotRequired[str | None]
    parameters: NotRequired[list[ToolsCreateDefinitionOption3ConfigResolverParametersItem] | None]
    preset_parameters: NotRequired[list[ToolsCreateDefinitionOption3ConfigResolverPresetParametersItem] | None]


class ToolsCreateDefinitionOption3ConfigResolverParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    description: str
    required: NotRequired[bool | None]


class ToolsCreateDefinitionOption3ConfigResolverPresetParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    value_template: str
    required: NotRequired[bool | None]


class ToolsCreateDefinitionOption3ConfigContextMapping(TypedDict):
    rules: NotRequired[list[ToolsCreateDefinitionOption3ConfigContextMappingRulesItem] | None]
    context_path: NotRequired[str | None]
    routes: NotRequired[list[ToolsCreateDefinitionOption3ConfigContextMappingRoutesItem] | None]
    fallback_destination: NotRequired[str | None]


class ToolsCreateDefinitionOption3ConfigContextMappingRulesItem(TypedDict):
    context_path: str
    routes: list[ToolsCreateDefinitionOption3ConfigContextMappingRulesItemRoutesItem]


class ToolsCreateDefinitionOption3ConfigContextMappingRulesItemRoutesItem(TypedDict):
    context_value: str
    destination: str


class ToolsCreateDefinitionOption3ConfigContextMappingRoutesItem(TypedDict):
    context_value: str
    destination: str


class ToolsCreateDefinitionOption4(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["calculator"]


class ToolsCreateDefinitionOption5(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["mcp"]
    config: ToolsCreateDefinitionOption5Config


class ToolsCreateDefinitionOption5Config(TypedDict):
    transport: NotRequired[Literal["streamable_http"] | None]
    url: str
    credential_uuid: NotRequired[str | None]
    account_id: NotRequired[int | None]
    tools_filter: NotRequired[list[str] | None]
    timeout_secs: NotRequired[int | None]
    sse_read_timeout_secs: NotRequired[int | None]
    discovered_tools: NotRequired[list[ToolsCreateDefinitionOption5ConfigDiscoveredToolsItem] | None]


class ToolsCreateDefinitionOption5ConfigDiscoveredToolsItem(TypedDict):
    name: str
    description: NotRequired[str | None]
    input_schema: NotRequired[dict[str, Any] | None]


class ToolsCreateDefinitionOption6(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["connector"]
    config: ToolsCreateDefinitionOption6Config


class ToolsCreateDefinitionOption6Config(TypedDict):
    slug: str
    account_id: int
    action: str
    preset_arguments: NotRequired[dict[str, Any] | None]


class ToolsCreateCompensation(TypedDict):
    """Another call of the same tool that undoes its effect, within 24 hours"""
    function: NotRequired[str]
    method: NotRequired[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]]
    url: NotRequired[str]
    arguments: NotRequired[dict[str, Any]]


class ToolsUpdateDefinitionOption1(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["http_api"]
    config: ToolsUpdateDefinitionOption1Config


class ToolsUpdateDefinitionOption1Config(TypedDict):
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    url: str
    headers: NotRequired[dict[str, str] | None]
    credential_uuid: NotRequired[str | None]
    parameters: NotRequired[list[ToolsUpdateDefinitionOption1ConfigParametersItem] | None]
    preset_parameters: NotRequired[list[ToolsUpdateDefinitionOption1ConfigPresetParametersItem] | None]
    timeout_ms: NotRequired[int | None]
    customMessage: NotRequired[str | None]
    customMessageType: NotRequired[Literal["text", "audio"] | None]
    customMessageRecordingId: NotRequired[str | None]
    body_template: NotRequired[dict[str, Any] | None]


class ToolsUpdateDefinitionOption1ConfigParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    description: str
    required: NotRequired[bool | None]


class ToolsUpdateDefinitionOption1ConfigPresetParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    value_template: str
    required: NotRequired[bool | None]


class ToolsUpdateDefinitionOption2(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["end_call"]
    config: ToolsUpdateDefinitionOption2Config


class ToolsUpdateDefinitionOption2Config(TypedDict):
    messageType: NotRequired[Literal["none", "custom", "audio"] | None]
    customMessage: NotRequired[str | None]
    audioRecordingId: NotRequired[str | None]
    endCallReason: NotRequired[bool | None]
    endCallReasonDescription: NotRequired[str | None]


class ToolsUpdateDefinitionOption3(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["transfer_call"]
    config: ToolsUpdateDefinitionOption3Config


class ToolsUpdateDefinitionOption3Config(TypedDict):
    destination_source: NotRequired[Literal["static", "dynamic", "context_mapping"] | None]
    destination: NotRequired[str | None]
    messageType: NotRequired[Literal["none", "custom", "audio"] | None]
    customMessage: NotRequired[str | None]
    audioRecordingId: NotRequired[str | None]
    timeout: NotRequired[int | None]
    parameters: NotRequired[list[ToolsUpdateDefinitionOption3ConfigParametersItem] | None]
    resolver: NotRequired[ToolsUpdateDefinitionOption3ConfigResolver | None]
    context_mapping: NotRequired[ToolsUpdateDefinitionOption3ConfigContextMapping | None]


class ToolsUpdateDefinitionOption3ConfigParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    description: str
    required: NotRequired[bool | None]


class ToolsUpdateDefinitionOption3ConfigResolver(TypedDict):
    type: NotRequired[Literal["http"] | None]
    url: str
    headers: NotRequired[dict[str, str] | None]
    credential_uuid: NotRequired[str | None]
    timeout_ms: NotRequired[int | None]
    wait_message: NotRequired[str | None]
    parameters: NotRequired[list[ToolsUpdateDefinitionOption3ConfigResolverParametersItem] | None]
    preset_parameters: NotRequired[list[ToolsUpdateDefinitionOption3ConfigResolverPresetParametersItem] | None]


class ToolsUpdateDefinitionOption3ConfigResolverParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    description: str
    required: NotRequired[bool | None]


class ToolsUpdateDefinitionOption3ConfigResolverPresetParametersItem(TypedDict):
    name: str
    type: Literal["string", "number", "boolean", "object", "array"]
    value_template: str
    required: NotRequired[bool | None]


class ToolsUpdateDefinitionOption3ConfigContextMapping(TypedDict):
    rules: NotRequired[list[ToolsUpdateDefinitionOption3ConfigContextMappingRulesItem] | None]
    context_path: NotRequired[str | None]
    routes: NotRequired[list[ToolsUpdateDefinitionOption3ConfigContextMappingRoutesItem] | None]
    fallback_destination: NotRequired[str | None]


class ToolsUpdateDefinitionOption3ConfigContextMappingRulesItem(TypedDict):
    context_path: str
    routes: list[ToolsUpdateDefinitionOption3ConfigContextMappingRulesItemRoutesItem]


class ToolsUpdateDefinitionOption3ConfigContextMappingRulesItemRoutesItem(TypedDict):
    context_value: str
    destination: str


class ToolsUpdateDefinitionOption3ConfigContextMappingRoutesItem(TypedDict):
    context_value: str
    destination: str


class ToolsUpdateDefinitionOption4(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["calculator"]


class ToolsUpdateDefinitionOption5(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["mcp"]
    config: ToolsUpdateDefinitionOption5Config


class ToolsUpdateDefinitionOption5Config(TypedDict):
    transport: NotRequired[Literal["streamable_http"] | None]
    url: str
    credential_uuid: NotRequired[str | None]
    account_id: NotRequired[int | None]
    tools_filter: NotRequired[list[str] | None]
    timeout_secs: NotRequired[int | None]
    sse_read_timeout_secs: NotRequired[int | None]
    discovered_tools: NotRequired[list[ToolsUpdateDefinitionOption5ConfigDiscoveredToolsItem] | None]


class ToolsUpdateDefinitionOption5ConfigDiscoveredToolsItem(TypedDict):
    name: str
    description: NotRequired[str | None]
    input_schema: NotRequired[dict[str, Any] | None]


class ToolsUpdateDefinitionOption6(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["connector"]
    config: ToolsUpdateDefinitionOption6Config


class ToolsUpdateDefinitionOption6Config(TypedDict):
    slug: str
    account_id: int
    action: str
    preset_arguments: NotRequired[dict[str, Any] | None]


class ToolsUpdateCompensation(TypedDict):
    """Another call of the same tool that undoes its effect, within 24 hours"""
    function: NotRequired[str]
    method: NotRequired[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]]
    url: NotRequired[str]
    arguments: NotRequired[dict[str, Any]]


class ToolsDeleteAnswer(TypedDict):
    status: Literal["archived"]
    tool_uuid: str


class WebhooksDeleteAnswer(TypedDict):
    message: str


class KnowledgeListAnswer(TypedDict):
    documents: list[Document]
    total: int
    limit: int
    offset: int


class KnowledgeDeleteAnswer(TypedDict):
    success: bool
    message: str


class RecordingsUploadUrlFilesItem(TypedDict):
    filename: str
    mime_type: NotRequired[str | None]
    """audio/wav or audio/mpeg"""
    file_size: int


class RecordingsListAnswer(TypedDict):
    recordings: list[Recording]
    total: int


class RecordingsCreateRecordingsItem(TypedDict):
    recording_id: str
    storage_key: str
    transcript: str
    tts_provider: NotRequired[str | None]
    tts_model: NotRequired[str | None]
    tts_voice_id: NotRequired[str | None]
    workflow_id: NotRequired[int | None]
    metadata: NotRequired[dict[str, Any] | None]


class RecordingsCreateAnswer(TypedDict):
    recordings: list[Recording]


class RecordingsDeleteAnswer(TypedDict):
    status: Literal["deleted"]
    recording_id: str


class MarketplacePacksListAnswer(TypedDict):
    jobs: list[str]
    """Every job on the shelf, whatever was looked for"""
    packs: list[PackListItem]


class MarketplaceTemplatesListAnswer(TypedDict):
    templates: list[TemplateListItem]


class TeamMembersListAnswer(TypedDict):
    members: list[Member]


class TeamMembersResetPasswordAnswer(TypedDict):
    mailed: bool
    """Whether a mail server is configured (`SMTP_URL`) and took the mail"""
    link: str | None
    """Works once, within an hour; null when it was mailed"""
    expires_at: str


class TeamMembersRemoveAnswer(TypedDict):
    success: bool


class TeamInvitationsListAnswer(TypedDict):
    invitations: list[Invitation]


class TeamInvitationsRevokeAnswer(TypedDict):
    success: bool

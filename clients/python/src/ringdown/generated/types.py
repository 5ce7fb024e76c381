# Written by `npm run clients` from the table of operations. `npm run check` fails when it is out of date.
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypeAlias
elif TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias


class Account(TypedDict):
    id: int
    email: str
    name: str | None
    organization_id: int
    role: Role


class AccountAcceptInvitationBody(TypedDict):
    token: str
    password: NotRequired[str | None]
    """The password of the address's account, or of the new account (10 to 200 characters)"""
    name: NotRequired[str | None]
    cookie: NotRequired[bool | None]


class AccountChangePasswordAnswer(TypedDict):
    ended: int


class AccountChangePasswordBody(TypedDict):
    current: str
    new: str


class AccountConfirmSignUpBody(TypedDict):
    token: str
    """From the link in the mail, behind the #"""
    password: str
    """The password of the sign-up: the mail alone creates no account"""
    cookie: NotRequired[bool | None]
    """For browsers: keep the session in a cookie that scripts cannot read, and answer with an empty token"""


class AccountEndOtherSessionsAnswer(TypedDict):
    ended: int


class AccountEndSessionAnswer(TypedDict):
    ended: int


class AccountForgotPasswordAnswer(TypedDict):
    mailed: bool
    """Whether this platform sends mail at all; the answer does not depend on the address. Without mail an admin of the organization makes the link"""


class AccountForgotPasswordBody(TypedDict):
    email: str


class AccountOrganizationsAnswer(TypedDict):
    organizations: list[AccountOrganizationsAnswerOrganization]


class AccountOrganizationsAnswerOrganization(TypedDict):
    organization_id: int
    name: str
    role: Role
    is_selected: bool


class AccountResetPasswordAnswer(TypedDict):
    ended: int


class AccountResetPasswordBody(TypedDict):
    token: str
    password: str


class AccountSelectOrganizationBody(TypedDict):
    organization_id: int
    cookie: NotRequired[bool | None]


class AccountSessionsAnswer(TypedDict):
    sessions: list[AccountSessionsAnswerSession]


class AccountSessionsAnswerSession(TypedDict):
    id: int
    organization_id: int
    created_at: str
    expires_at: str
    is_current: bool


class ActionArguments(TypedDict):
    event_id: int
    arguments: JsonObject


AdmissionRule: TypeAlias = "Literal['readiness', 'time_limit', 'do_not_call', 'consent', 'number_kind', 'campaign', 'retry_wait', 'window', 'attempts', 'budget', 'concurrency', 'pace']"


class Agent(TypedDict):
    id: int
    workflow_uuid: str
    name: str
    status: AgentStatus
    environment: Environment
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
    definition: JsonObject
    """Nodes and edges of the draft, or else of the published version"""
    workflow_definition: JsonObject
    """The same as `definition`"""
    definition_digest: str
    """Another one when anybody has changed the definition"""
    settings_digest: str
    """Another one when anybody has changed the name, settings, variables or dispositions"""
    current_definition_id: int | None
    """The id of the published version"""
    version_number: int
    """The number of the version that is shown"""
    version_status: VersionStatus
    workflow_configurations: JsonObject
    template_context_variables: JsonObject
    call_disposition_codes: JsonObject | None
    disposition_codes: list[str]
    """The dispositions that a call can end with"""


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


class AgentConfigurationsAmbientNoiseConfiguration(TypedDict):
    enabled: NotRequired[Literal[False] | None]
    volume: NotRequired[float | None]


class AgentConfigurationsModels(TypedDict):
    llm: NotRequired[AgentConfigurationsModelsLlm | None]
    """The model for talking, for conclusions and for reviews"""
    tts: NotRequired[AgentConfigurationsModelsTts | None]
    """The model that speaks in conversations with audio; carriers use their own voices"""
    stt: NotRequired[AgentConfigurationsModelsStt | None]
    """The model that recognizes speech in conversations with audio; carriers use their own recognition"""
    realtime: NotRequired[str | None]
    """A conversation is held by a language model between one that hears and one that speaks: choose llm, stt and tts"""


class AgentConfigurationsModelsLlm(TypedDict):
    provider: AgentConfigurationsModelsLlmProvider
    """`openai`, or anything compatible with `base_url`; `local` needs no key"""
    model: str
    """As its provider calls it"""
    base_url: NotRequired[str | None]
    """The address of a compatible provider"""
    credential_uuid: NotRequired[str | None]
    """The credential with its key: of type `api_key` or `bearer_token`"""


AgentConfigurationsModelsLlmProvider: TypeAlias = "Literal['openai', 'local']"


class AgentConfigurationsModelsStt(TypedDict):
    provider: SpeechProvider
    """`openai`, or anything compatible with `base_url`; `deepgram`, `elevenlabs`, `cartesia`, `azure`"""
    model: str
    """As its provider calls it"""
    base_url: NotRequired[str | None]
    """The address of a compatible provider"""
    credential_uuid: NotRequired[str | None]
    """The credential with its key: of type `api_key` or `bearer_token`"""


class AgentConfigurationsModelsTts(TypedDict):
    provider: SpeechProvider
    """`openai`, or anything compatible with `base_url`; `deepgram`, `elevenlabs`, `cartesia`, `azure`"""
    model: str
    """As its provider calls it"""
    base_url: NotRequired[str | None]
    """The address of a compatible provider"""
    credential_uuid: NotRequired[str | None]
    """The credential with its key: of type `api_key` or `bearer_token`"""


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


class AgentConfigurationsVoice(TypedDict):
    provider: NotRequired[str | None]
    """Who makes the voice: `amazon`, `google`, `elevenlabs`, `azure`, the carrier itself, or for the model of conversations with audio its provider: `openai`, `deepgram`, `elevenlabs`, `cartesia`, `azure`"""
    voice_id: NotRequired[str | None]
    """The provider's own name of the voice"""
    gender: NotRequired[VoiceGender | None]
    language: NotRequired[str | None]
    """BCP 47; without it the agent's `language` is spoken"""
    speed: NotRequired[float | None]
    """1 is the voice's own pace"""


class AgentConfigurationsVoicemailDetection(TypedDict):
    enabled: NotRequired[bool | None]
    """Whether answering machines are detected and handled differently"""
    action: NotRequired[AgentConfigurationsVoicemailDetectionAction | None]
    """What is done on a voicemail"""
    message: NotRequired[str | None]
    """The message to leave, with {{variables}}; required by `leave_message`"""


AgentConfigurationsVoicemailDetectionAction: TypeAlias = "Literal['hang_up', 'leave_message']"


class AgentDefinition(TypedDict):
    nodes: list[AgentDefinitionNode]
    edges: NotRequired[list[AgentDefinitionEdge] | None]


class AgentDefinitionEdge(TypedDict):
    id: str
    source: str
    target: str
    data: NotRequired[JsonObject | None]


class AgentDefinitionNode(TypedDict):
    id: str
    type: str
    position: NotRequired[AgentDefinitionNodePosition | None]
    data: NotRequired[JsonObject | None]


class AgentDefinitionNodePosition(TypedDict):
    x: float
    y: float


class AgentListItem(TypedDict):
    id: int
    workflow_uuid: str
    name: str
    status: AgentStatus
    environment: Environment
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


AgentStatus: TypeAlias = "Literal['active', 'archived']"


class AgentValidation(TypedDict):
    is_valid: bool
    errors: list[AgentValidationError]


class AgentValidationError(TypedDict):
    kind: AgentValidationErrorKind
    id: str | None
    field: str | None
    message: str


AgentValidationErrorKind: TypeAlias = "Literal['node', 'edge', 'workflow']"


class AgentVersion(TypedDict):
    id: int
    version_number: int
    status: VersionStatus
    created_at: str
    published_at: str | None
    workflow_json: JsonObject
    workflow_configurations: JsonObject
    template_context_variables: JsonObject


class AgentWebhookSecret(TypedDict):
    secret: str


class AgentsCountAnswer(TypedDict):
    total: int
    active: int
    archived: int


class AgentsCreateBody(TypedDict):
    name: str
    folder_id: NotRequired[int | None]
    workflow_definition: NotRequired[AgentDefinition | None]
    definition: NotRequired[AgentDefinition | None]
    disposition_codes: NotRequired[list[str] | None]
    """The dispositions that a call can end with"""
    call_disposition_codes: NotRequired[DispositionCodesInput | None]
    workflow_configurations: NotRequired[AgentConfigurations | None]
    template_context_variables: NotRequired[JsonObject | None]
    """Values of {{variables}} where neither the contact nor the call has one"""


class AgentsCreateError409(TypedDict):
    detail: str | AgentValidation
    code: NotRequired[str]


class AgentsCreateError422(TypedDict):
    detail: list[ValidationFault] | AgentValidation
    code: NotRequired[str]


class AgentsDuplicateError422(TypedDict):
    detail: list[ValidationFault] | AgentValidation
    code: NotRequired[str]


class AgentsMoveBody(TypedDict):
    folder_id: int | None


class AgentsNodeTypesAnswer(TypedDict):
    spec_version: str
    node_types: list[NodeType]


class AgentsPublishBody(TypedDict):
    expected_digest: NotRequired[str | None]
    """The `definition_digest` that was read; where somebody has changed it since, nothing is changed (409)"""


class AgentsPublishError409(TypedDict):
    detail: str | AgentValidation
    code: NotRequired[str]


class AgentsPublishError422(TypedDict):
    detail: list[ValidationFault] | AgentValidation
    code: NotRequired[str]


class AgentsSetStatusBody(TypedDict):
    status: AgentStatus


class AgentsSummaryAnswerItem(TypedDict):
    id: int
    name: str


class AgentsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    workflow_definition: NotRequired[AgentDefinition | None]
    definition: NotRequired[AgentDefinition | None]
    disposition_codes: NotRequired[list[str] | None]
    """The dispositions that a call can end with"""
    call_disposition_codes: NotRequired[DispositionCodesInput | None]
    workflow_configurations: NotRequired[AgentConfigurations | None]
    template_context_variables: NotRequired[JsonObject | None]
    """Values of {{variables}} where neither the contact nor the call has one"""
    expected_digest: NotRequired[str | None]
    """The `definition_digest` that was read; where somebody has changed it since, nothing is changed (409)"""
    expected_settings_digest: NotRequired[str | None]
    """The `settings_digest` that was read; where somebody has changed it since, nothing is changed (409)"""


class AgentsUpdateError409(TypedDict):
    detail: str | AgentValidation
    code: NotRequired[str]


class AgentsValidateBody(TypedDict):
    workflow_definition: NotRequired[AgentDefinition | None]
    definition: NotRequired[AgentDefinition | None]


class ApiKey(TypedDict):
    id: int
    name: str
    key_prefix: str
    environment: Environment
    is_active: bool
    """It is neither archived nor expired"""
    is_expired: bool
    expires_at: str | None
    scopes: list[Scope] | None
    """null: all that the role may"""
    created_at: str
    last_used_at: str | None
    archived_at: str | None


class AttentionItem(TypedDict):
    kind: AttentionItemKind
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


AttentionItemKind: TypeAlias = "Literal['question', 'action_proposed', 'edit_proposed', 'secret_requested', 'document_failed', 'breaker_tripped', 'campaign_failed', 'connector_expired', 'account_set_aside', 'time_zone_refused', 'model_failed', 'key_expires']"


class AvailableNumbers(TypedDict):
    numbers: list[AvailableNumbersNumber]


class AvailableNumbersNumber(TypedDict):
    phone_number: str
    locality: str | None
    region: str | None
    capabilities: list[AvailableNumbersNumberCapability]
    monthly_cost_minor: int | None
    currency: str | None


AvailableNumbersNumberCapability: TypeAlias = "Literal['voice', 'sms', 'mms', 'fax']"


class BudgetStanding(TypedDict):
    whose: BudgetStandingWhose
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


BudgetStandingWhose: TypeAlias = "Literal['campaign', 'day', 'month']"


class CalculatorToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["calculator"]


CallDirection: TypeAlias = "Literal['inbound', 'outbound']"


CallerIdStrategy: TypeAlias = "Literal['default', 'rotate', 'local_presence']"


class CallingHours(TypedDict):
    enabled: bool
    reason: str | None
    slots: list[CallingHoursSlot]
    holidays: list[str]
    holiday_calendar: str | None
    one_off: bool


class CallingHoursInput(TypedDict):
    enabled: NotRequired[bool | None]
    reason: NotRequired[str | None]
    """Why they are switched off; the reason is stored"""
    slots: NotRequired[list[CallingHoursSlotInput] | None]
    holidays: NotRequired[list[str] | None]
    """Dates on which nobody is called, in the called person's own calendar"""
    holiday_calendar: NotRequired[str | None]
    one_off: NotRequired[bool | None]
    """Whether calls outside campaigns keep them too"""


class CallingHoursSlot(TypedDict):
    day_of_week: int
    start_time: str
    end_time: str


class CallingHoursSlotInput(TypedDict):
    day_of_week: int
    """0 = Monday"""
    start_time: str
    end_time: str
    """Half-open: dialling ends before this minute"""


class CallsCreateBody(TypedDict):
    mode: str
    """A carrier of `telephony.providers`, `textchat` or `smallwebrtc`"""
    name: str
    initial_context: NotRequired[JsonObject | None]


class CallsInitiateBody(TypedDict):
    workflow_id: int
    workflow_run_id: NotRequired[int | None]
    phone_number: NotRequired[str | None]
    """E.164, or national in the organization's country"""
    telephony_configuration_id: NotRequired[int | None]
    from_phone_number_id: NotRequired[int | None]


class CallsStartBody(TypedDict):
    phone_number: str
    """E.164, or national in the organization's country"""
    initial_context: NotRequired[JsonObject | None]
    telephony_configuration_id: NotRequired[int | None]
    from_phone_number_id: NotRequired[int | None]


class CallsStartByWorkflowBody(TypedDict):
    phone_number: str
    """E.164, or national in the organization's country"""
    initial_context: NotRequired[JsonObject | None]
    telephony_configuration_id: NotRequired[int | None]
    from_phone_number_id: NotRequired[int | None]


class CallsStartTestBody(TypedDict):
    phone_number: str
    """E.164, or national in the organization's country"""
    initial_context: NotRequired[JsonObject | None]
    telephony_configuration_id: NotRequired[int | None]
    from_phone_number_id: NotRequired[int | None]


class CallsStartTestByWorkflowBody(TypedDict):
    phone_number: str
    """E.164, or national in the organization's country"""
    initial_context: NotRequired[JsonObject | None]
    telephony_configuration_id: NotRequired[int | None]
    from_phone_number_id: NotRequired[int | None]


class Campaign(TypedDict):
    id: int
    name: str
    workflow_id: int
    workflow_name: str
    state: CampaignState
    environment: Environment
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
    budget: CampaignBudget | None
    """The limit for the cost of its calls; null: no limit of its own"""
    caller_id_strategy: CallerIdStrategy | None
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
    logs: list[CampaignLogEntry]
    warnings: NotRequired[list[str]]
    """Given by create and start: contacts that will not be called, and budgets that may not suffice"""
    warning_details: NotRequired[list[CampaignWarning]]


class CampaignActivity(TypedDict):
    campaign_id: int
    minutes: list[CampaignActivityMinute]
    """Every minute, oldest first; the last one is not over yet"""


class CampaignActivityMinute(TypedDict):
    at: str
    """The minute's beginning"""
    calls: int
    outcomes: CountMap


class CampaignBudget(TypedDict):
    total_minor: int
    currency: str


class CampaignBudgetInput(TypedDict):
    total_minor: int
    currency: str


CampaignContactState: TypeAlias = "Literal['pending', 'in_flight', 'waiting_retry', 'answered', 'unreached', 'suppressed']"


class CampaignContacts(TypedDict):
    contacts: list[CampaignContactsContact]
    total_count: int
    """All contacts that were asked for, by `state` and `q`"""
    next_cursor: int | None


class CampaignContactsContact(TypedDict):
    id: int
    contact_id: int | None
    """null: it was deleted from its list"""
    phone_number: str
    name: str | None
    state: CampaignContactState
    attempts: int
    last_outcome: str | None
    """Of a suppressed contact: what keeps it from being called"""
    next_attempt_at: str | None
    """For `waiting_retry`: not before this time"""


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


class CampaignForecastCost(TypedDict):
    most_minor: int
    once_minor: int
    currency: str


class CampaignForecastSuppressed(TypedDict):
    do_not_call: int
    consent_withdrawn: int
    number_kind: int


class CampaignLogEntry(TypedDict):
    ts: str
    level: str
    event: str
    message: str
    actor: str
    details: JsonObject | None


class CampaignPause(TypedDict):
    at: str
    actor: str
    event: str
    message: str


class CampaignProgress(TypedDict):
    campaign_id: int
    state: CampaignState
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
    source: CampaignProgressSource
    as_of: str


CampaignProgressSource: TypeAlias = "Literal['workflow', 'database']"


class CampaignProgressSourceSync(TypedDict):
    status: ProcessingStatus
    last_synced_at: str | None
    error: str | None


class CampaignRuns(TypedDict):
    runs: list[Run]
    total_count: int
    page: int
    limit: int
    total_pages: int


CampaignState: TypeAlias = "Literal['draft', 'running', 'paused', 'completed', 'failed', 'canceled']"


class CampaignSummary(TypedDict):
    campaign_id: int
    state: CampaignState
    total: int
    dialled: int
    answered: int
    attempts: int
    outcomes: CampaignSummaryOutcomes
    """Calls by dialling outcome"""
    dispositions: CampaignSummaryDispositions
    """Calls by the agent's disposition"""
    talk_seconds: int
    answer_rate: float | None
    """answered / dialled, 0 to 1; null before the first call"""
    costs: list[Cost]
    budgets: list[BudgetStanding]
    attempts_per_contact: list[CampaignSummaryAttemptsPerContactItem]
    last_outcomes: CampaignSummaryLastOutcomes
    """Contacts by the outcome of their last call; a redial calls those with the outcomes that it names"""
    timezone: str
    """The zone of by_hour and by_day"""
    by_hour: list[CampaignSummaryByHourItem]
    by_day: list[CampaignSummaryByDayItem]


class CampaignSummaryAttemptsPerContactItem(TypedDict):
    attempts: int
    contacts: int


class CampaignSummaryByDayItem(TypedDict):
    date: str
    calls: int
    answered: int


class CampaignSummaryByHourItem(TypedDict):
    hour: int
    calls: int
    answered: int


CampaignSummaryDispositions: TypeAlias = "dict[str, int]"


CampaignSummaryLastOutcomes: TypeAlias = "dict[str, int]"


CampaignSummaryOutcomes: TypeAlias = "dict[str, int]"


class CampaignWarning(TypedDict):
    code: CampaignWarningCode
    sentence: str
    """The one in `warnings`"""
    values: CampaignWarningValues


CampaignWarningCode: TypeAlias = "Literal['hours_never_open', 'may_cost_more', 'national_list_outdated', 'numbers_not_allowed']"


CampaignWarningValues: TypeAlias = "dict[str, str | float | bool]"


class CampaignsCloneBody(TypedDict):
    name: NotRequired[str | None]
    """Absent: the name of the campaign, with (copy)"""
    contact_list_id: NotRequired[int | None]
    """Absent: the same contacts"""


class CampaignsCreateBody(TypedDict):
    name: str
    workflow_id: int
    """The agent"""
    contact_list_id: NotRequired[int | None]
    source_type: NotRequired[CampaignsCreateBodySourceType | None]
    source_id: NotRequired[str | None]
    """For `csv`: the object_store_key of the uploaded file; for `contact_list`: the list's id as text"""
    telephony_configuration_id: NotRequired[int | None]
    retry_config: NotRequired[RetryConfig | None]
    max_concurrency: NotRequired[int | None]
    schedule_config: NotRequired[ScheduleConfig | None]
    circuit_breaker: NotRequired[CircuitBreakerConfig | None]
    budget: NotRequired[CampaignBudgetInput | None]
    caller_id_strategy: NotRequired[CallerIdStrategy | None]
    """Absent: the carrier account's"""
    consent_attested: NotRequired[bool | None]


CampaignsCreateBodySourceType: TypeAlias = "Literal['contact_list', 'csv']"


class CampaignsDeleteAnswer(TypedDict):
    success: bool


class CampaignsListAnswer(TypedDict):
    campaigns: list[ListedCampaign]
    next_cursor: str | None
    """Null: there are no more"""


class CampaignsRedialBody(TypedDict):
    name: NotRequired[str | None]
    retry_on_voicemail: NotRequired[bool | None]
    retry_on_no_answer: NotRequired[bool | None]
    retry_on_busy: NotRequired[bool | None]
    retry_on_failed: NotRequired[bool | None]
    """Also contacts whose latest call failed, was canceled, or whose end the carrier never told"""
    retry_config: NotRequired[RetryConfigChanges | None]
    start: NotRequired[bool | None]


CampaignsReportRows: TypeAlias = "Literal['calls', 'contacts']"


class CampaignsStartBody(TypedDict):
    consent_attested: NotRequired[bool | None]


class CampaignsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    workflow_id: NotRequired[int | None]
    """In a draft alone"""
    contact_list_id: NotRequired[int | None]
    """In a draft alone; consent has to be attested anew"""
    telephony_configuration_id: NotRequired[int | None]
    """In a draft alone"""
    retry_config: NotRequired[RetryConfigChanges | None]
    max_concurrency: NotRequired[int | None]
    schedule_config: NotRequired[ScheduleConfig | None]
    circuit_breaker: NotRequired[CircuitBreakerChanges | None]
    budget: NotRequired[CampaignBudgetInput | None]
    caller_id_strategy: NotRequired[CallerIdStrategy | None]
    unset: NotRequired[list[CampaignsUpdateBodyUnsetItem] | None]
    """Settings that the campaign has none of from now on, such as its own budget"""


CampaignsUpdateBodyUnsetItem: TypeAlias = "Literal['max_concurrency', 'schedule_config', 'budget', 'caller_id_strategy']"


class CarrierAccountInput(TypedDict):
    provider: str
    calls_per_second: NotRequired[float | None]
    max_concurrent_calls: NotRequired[int | None]
    inbound_reserve: NotRequired[int | None]
    max_concurrent_per_caller_id: NotRequired[int | None]
    caller_id_strategy: NotRequired[CallerIdStrategy | None]


CarrierConnectivity: TypeAlias = "Literal['api', 'sip']"


class Channel(TypedDict):
    id: int
    name: str
    created_at: str


class ChannelMembers(TypedDict):
    user_ids: list[int]
    workflow_ids: list[int]
    members: list[ChannelMembersMember]
    agents: list[ChannelMembersAgent]


class ChannelMembersAgent(TypedDict):
    workflow_id: int
    name: str


class ChannelMembersMember(TypedDict):
    user_id: int
    email: str
    name: str | None
    role: Role


class ChannelsCreateBody(TypedDict):
    name: str


class ChannelsDecideBody(TypedDict):
    event_id: int
    """The event of kind `question`"""
    choice: NotRequired[str | None]
    """One of the question's choices"""
    text: NotRequired[str | None]
    """An answer in your own words"""


class ChannelsDeleteAnswer(TypedDict):
    success: bool
    message: str
    documents_moved_to_library: int


class ChannelsMembersSetBody(TypedDict):
    user_ids: NotRequired[list[int] | None]
    """The channel's members from now on; left out: as they are"""
    workflow_ids: NotRequired[list[int] | None]
    """The channel's agents from now on; left out: as they are"""


class ChannelsPostBody(TypedDict):
    text: str
    workflow_id: NotRequired[int | None]
    """The agent that replies"""
    folder_id: NotRequired[int | None]
    """A channel: the agent that the text names with `@` replies, else the channel's first"""
    assistant: NotRequired[bool | None]
    """The built-in assistant replies"""
    thread_id: NotRequired[str | None]
    """Continues a thread; without it a new one begins"""


class ChannelsProvideSecretBody(TypedDict):
    event_id: int
    """The event of kind `secret_requested`"""
    name: NotRequired[str | None]
    """The name of the credential"""
    value: str
    """The secret; stored encrypted and never shown again"""


class ChannelsRenameBody(TypedDict):
    name: str


class ChannelsSettleActionBody(TypedDict):
    event_id: int
    """The event of kind `action_proposed`"""
    decision: ChannelsSettleActionBodyDecision
    note: NotRequired[str | None]
    """For the agent and for the timeline"""


ChannelsSettleActionBodyDecision: TypeAlias = "Literal['confirm', 'decline', 'undo']"


class ChannelsSettleEditBody(TypedDict):
    event_id: int
    """The event of kind `edit_proposed`"""
    decision: ChannelsSettleEditBodyDecision
    note: NotRequired[str | None]


ChannelsSettleEditBodyDecision: TypeAlias = "Literal['publish', 'discard']"


ChargingUnit: TypeAlias = "Literal['minute', 'run']"


class CircuitBreakerChanges(TypedDict):
    enabled: NotRequired[bool | None]
    failure_threshold: NotRequired[float | None]
    window_seconds: NotRequired[int | None]
    min_calls_in_window: NotRequired[int | None]


class CircuitBreakerConfig(TypedDict):
    enabled: NotRequired[bool | None]
    failure_threshold: NotRequired[float | None]
    window_seconds: NotRequired[int | None]
    min_calls_in_window: NotRequired[int | None]


class CircuitBreakerSettings(TypedDict):
    enabled: bool
    failure_threshold: float
    window_seconds: int
    min_calls_in_window: int


ColumnMap: TypeAlias = "dict[str, str]"


class ConnectedAccount(TypedDict):
    id: int
    slug: str
    account_label: str
    """Who is signed in, as people know the account"""
    scopes: list[str]
    """The scopes that were granted"""
    status: ConnectedAccountStatus
    """expired: somebody has to sign in again; revoked: it was taken away here"""
    status_reason: str | None
    status_changed_at: str
    connected_at: str


ConnectedAccountStatus: TypeAlias = "Literal['connected', 'expired', 'revoked']"


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
    client: ConnectorClientOwner | None
    """Whose client is used to sign in"""
    actions: list[ConnectorAction]


class ConnectorAction(TypedDict):
    name: str
    description: str
    parameters: JsonObject
    """JSON Schema of the agent's arguments"""
    only_reads: bool


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
    outcome: ConnectorActivityOutcome
    """refused: the app refused it; unknown: it was sent, and no answer came"""
    status_code: int | None
    error: str | None
    is_compensation: bool
    """It undid an earlier action"""
    at: str
    finished_at: str | None


ConnectorActivityOutcome: TypeAlias = "Literal['running', 'done', 'refused', 'failed', 'unknown']"


ConnectorClientOwner: TypeAlias = "Literal['organization', 'operator']"


class ConnectorToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["connector"]
    config: ConnectorToolDefinitionConfig


class ConnectorToolDefinitionConfig(TypedDict):
    slug: str
    account_id: int
    action: str
    preset_arguments: NotRequired[JsonObject | None]


class Consent(TypedDict):
    phone_number: str
    status: ConsentStatus
    at: str | None
    source: str | None
    wording: str | None


class ConsentHistory(TypedDict):
    phone_number: str
    status: ConsentStatus
    at: str | None
    source: str | None
    wording: str | None
    history: list[ConsentHistoryHistoryItem]
    """Every change, newest first"""
    next_cursor: int | None


class ConsentHistoryHistoryItem(TypedDict):
    status: ConsentStatus
    at: str
    source: str
    wording: str | None
    by: str
    """`user:7`, `api_key:12` or `system`"""


ConsentStatus: TypeAlias = "Literal['granted', 'unknown', 'withdrawn']"


class Contact(TypedDict):
    id: int
    contact_list_id: int
    phone_number: str
    name: str | None
    timezone: str | None
    attributes: JsonObject
    consent: ContactConsent
    created_at: str


class ContactConsent(TypedDict):
    status: ConsentStatus
    at: str | None
    source: str | None


class ContactImport(TypedDict):
    import_id: int
    contact_list_id: int
    workflow_id: str
    status: ProcessingStatus
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


class ContactList(TypedDict):
    id: int
    name: str
    description: str | None
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    contact_count: int
    created_at: str


class ContactOutlook(TypedDict):
    campaign_id: int
    contact_id: int
    phone_number: str
    as_of: str
    """The moment for which this holds"""
    may_be_dialled: bool
    blocked_by: AdmissionRule | None
    """The first rule that keeps the number from being dialled"""
    sentence: str | None
    """The sentence of that rule"""
    next_at: str | None
    """When it may be dialled if nothing but the time changes; null: not by time alone, or not within eight days"""
    rules: list[OutlookRule]
    """In the order in which admission asks them"""


class ContactsConsentsRecordBody(TypedDict):
    status: ConsentStatus
    source: str
    """Where it was said: a form, a letter, a call"""
    wording: NotRequired[str | None]
    """The wording of the question, or of the person's answer"""
    phone_number: str


class ContactsDeleteAnswer(TypedDict):
    message: str


class ContactsDoNotCallAddBody(TypedDict):
    phone_numbers: list[str]
    reason: NotRequired[str | None]
    expires_at: NotRequired[str | None]


class ContactsDoNotCallListAnswer(TypedDict):
    do_not_call: list[DoNotCallEntry]
    next_cursor: str | None


class ContactsDoNotCallRemoveAnswer(TypedDict):
    message: str


class ContactsDoNotCallUploadBody(TypedDict):
    object_store_key: str
    encoding: NotRequired[str | None]
    """How the text is encoded where neither its bytes nor the file itself say so: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-15, koi8-r, koi8-u, ibm866, macintosh, x-mac-cyrillic, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr. Left out, it is found"""


class ContactsDoNotCallUploadForm(TypedDict):
    file: str


class ContactsImportAnswer(TypedDict):
    import_id: int
    workflow_id: str
    status: ProcessingStatus


class ContactsImportBody(TypedDict):
    object_store_key: str
    mapping: NotRequired[ColumnMap | None]
    """Ours → the file's column: `phone_number`, `name`, `timezone`; any other word renames an attribute"""
    default_country: NotRequired[str | None]
    """Country that numbers without + are read in; otherwise the organization's"""
    encoding: NotRequired[str | None]
    """How the text is encoded where neither its bytes nor the file itself say so: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-15, koi8-r, koi8-u, ibm866, macintosh, x-mac-cyrillic, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr. Left out, it is found"""
    on_duplicate: NotRequired[DuplicateRule | None]
    consent: NotRequired[ImportedConsentInput | None]
    """Stated for every number of the file; without it, consent stays as it is"""


class ContactsImportIntoNewListAnswer(TypedDict):
    contact_list_id: int
    import_id: int
    workflow_id: str
    status: ProcessingStatus


class ContactsImportIntoNewListBody(TypedDict):
    name: str
    description: NotRequired[str | None]
    object_store_key: str
    mapping: NotRequired[ColumnMap | None]
    """Ours → the file's column: `phone_number`, `name`, `timezone`; any other word renames an attribute"""
    default_country: NotRequired[str | None]
    """Country that numbers without + are read in; otherwise the organization's"""
    encoding: NotRequired[str | None]
    """How the text is encoded where neither its bytes nor the file itself say so: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-15, koi8-r, koi8-u, ibm866, macintosh, x-mac-cyrillic, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr. Left out, it is found"""
    on_duplicate: NotRequired[DuplicateRule | None]
    consent: NotRequired[ImportedConsentInput | None]
    """Stated for every number of the file; without it, consent stays as it is"""


class ContactsImportsListAnswer(TypedDict):
    imports: list[ContactImport]


class ContactsListAnswer(TypedDict):
    contacts: list[Contact]
    total_count: int
    page: int
    limit: int
    total_pages: int


class ContactsListsCreateBody(TypedDict):
    name: str
    description: NotRequired[str | None]


class ContactsListsDeleteAnswer(TypedDict):
    message: str


class ContactsListsListAnswer(TypedDict):
    contact_lists: list[ContactList]


class ContactsListsUpdateBody(TypedDict):
    name: str
    description: NotRequired[str | None]


class ContactsNationalListsCreateBody(TypedDict):
    object_store_key: str
    """The key of a file uploaded through a signed URL"""
    source: str
    """The publisher of the list, such as `FTC 212`; a newer list of the same source replaces it"""
    as_of: str
    """The day whose state the file has"""
    default_country: NotRequired[str | None]
    """Country that numbers without + are read in; otherwise the organization's"""
    encoding: NotRequired[str | None]
    """How the text is encoded where neither its bytes nor the file itself say so: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-15, koi8-r, koi8-u, ibm866, macintosh, x-mac-cyrillic, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr. Left out, it is found"""


class ContactsNationalListsListAnswer(TypedDict):
    national_lists: list[NationalList]
    next_cursor: str | None


class ContactsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Empty: the contact has none"""
    timezone: NotRequired[str | None]
    """Empty: the zones of the number apply"""
    attributes: NotRequired[JsonObject | None]
    """Replaces all attributes"""
    consent: NotRequired[ContactsUpdateBodyConsent | None]
    """The consent of the number, in every list and for every call"""


class ContactsUpdateBodyConsent(TypedDict):
    status: ConsentStatus
    source: str
    """Where it was said: a form, a letter, a call"""
    wording: NotRequired[str | None]
    """The wording of the question, or of the person's answer"""


class ContactsUploadUrlAnswer(TypedDict):
    upload_url: str
    method: Literal["PUT"]
    headers: StringMap
    object_store_key: str
    """Where the signed URL put it; the import names this key"""
    file_key: str
    """Where the signed URL put it; the import names this key"""
    s3_key: str
    """Where the signed URL put it; the import names this key"""
    expires_in: int
    """Seconds"""


class ContactsUploadUrlBody(TypedDict):
    file_name: str
    file_size: int
    content_type: NotRequired[str | None]


class Cost(TypedDict):
    currency: str
    cost_minor: int


CountMap: TypeAlias = "dict[str, int]"


class CreatedApiKey(TypedDict):
    id: int
    name: str
    key_prefix: str
    environment: Environment
    expires_at: str | None
    scopes: list[Scope] | None
    """null: all that the role may"""
    api_key: str
    """The whole key, shown this once"""
    created_at: str


class CreatedRun(TypedDict):
    id: int
    uuid: str
    workflow_id: int
    name: str
    mode: str
    created_at: str
    definition_id: int
    initial_context: JsonObject
    join: Join | None
    """For `smallwebrtc`: where the conversation is joined"""


class Credential(TypedDict):
    uuid: str
    name: str
    description: str | None
    credential_type: CredentialType
    hint: str | None
    """The last four characters of a secret of twelve and more"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    used_by: list[CredentialUsedByItem]
    """What names it: tools, and agents in their published version or draft; none archived"""
    created_at: str
    updated_at: str | None


class CredentialCheck(TypedDict):
    ok: bool
    message: str


CredentialType: TypeAlias = "Literal['none', 'api_key', 'bearer_token', 'basic_auth', 'custom_header']"


CredentialUsedByItem: TypeAlias = "CredentialUsedByItem1 | CredentialUsedByItem2"


class CredentialUsedByItem1(TypedDict):
    kind: Literal["tool"]
    id: str
    """Its tool_uuid"""
    name: str


class CredentialUsedByItem2(TypedDict):
    kind: Literal["agent"]
    id: int
    name: str


class CredentialsCreateBody(TypedDict):
    name: str
    description: NotRequired[str | None]
    credential_type: CredentialType
    credential_data: StringMap
    """api_key: header_name, api_key; bearer_token: token; basic_auth: username, password; custom_header: header_name, header_value; none: nothing"""


class CredentialsDeleteAnswer(TypedDict):
    status: Literal["deleted"]
    uuid: str


class CredentialsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    description: NotRequired[str | None]
    credential_type: NotRequired[CredentialType | None]
    credential_data: NotRequired[StringMap | None]


class DailyUsage(TypedDict):
    timezone: str
    """The organization's zone, which defines the days"""
    days: list[DailyUsageDay]
    """Oldest first, days without calls too"""
    total: DailyUsageTotal


class DailyUsageDay(TypedDict):
    date: str
    calls: int
    duration_seconds: int
    minutes: float
    costs: list[Cost]
    """Sums by currency; calls without a known price are not included"""
    tokens: TokenCounts


class DailyUsageTotal(TypedDict):
    calls: int
    duration_seconds: int
    minutes: float
    costs: list[Cost]
    """Sums by currency; calls without a known price are not included"""
    tokens: TokenCounts


DeliveryState: TypeAlias = "Literal['pending', 'delivered', 'failed']"


class Disclosure(TypedDict):
    enabled: bool
    reason: str | None


class DisclosureInput(TypedDict):
    enabled: bool
    reason: NotRequired[str | None]


class DispositionCodesInput(TypedDict):
    disposition_codes: list[str]


class DoNotCallAddition(TypedDict):
    added: int
    already_listed: int
    invalid: list[RefusedNumber]
    """The first thousand"""
    invalid_count: int


class DoNotCallEntry(TypedDict):
    phone_number: str
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    reason: str | None
    source: DoNotCallEntrySource
    created_by: int | None
    """The id of the user who added it, if a user did"""
    created_at: str
    expires_at: str | None


DoNotCallEntrySource: TypeAlias = "Literal['manual', 'upload', 'opt_out', 'api']"


class DoNotCallUpload(TypedDict):
    added: int
    already_listed: int
    invalid: list[RefusedNumber]
    """The first thousand"""
    invalid_count: int
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""


class Document(TypedDict):
    id: int
    document_uuid: str
    filename: str
    file_size_bytes: int
    file_hash: str
    mime_type: str
    state: DocumentState
    state_detail: str | None
    processing_status: ProcessingStatus
    processing_error: str | None
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    total_chunks: int
    retrieval_mode: RetrievalMode
    scope: DocumentScope
    folder_id: int | None
    workflow_id: int | None
    file_folder_id: int | None
    version: int
    current_version: int | None
    versions: list[DocumentVersion]
    needs_reingest: bool
    translated_from: str | None
    target_language: str | None
    custom_metadata: JsonObject
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


class DocumentDoclingMetadata(TypedDict):
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


DocumentScope: TypeAlias = "Literal['library', 'org', 'channel', 'agent']"


DocumentState: TypeAlias = "Literal['uploading', 'queued', 'indexing', 'ready', 'failed', 'stale']"


class DocumentUpload(TypedDict):
    upload_url: str
    method: Literal["POST"]
    headers: StringMap
    fields: StringMap
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
    headers: StringMap


class DocumentVersion(TypedDict):
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


class Draft(TypedDict):
    text: str
    """As far as the reply is written"""
    started_at: str | None
    updated_at: str | None
    status: DraftStatus
    """`idle`: nothing was ever asked here"""
    error: str | None
    """Why there is no reply, when it failed"""
    reply_to: int | None
    """The message that it replies to"""
    thread_id: str | None
    workflow_id: int | None


DraftStatus: TypeAlias = "Literal['idle', 'thinking', 'done']"


DuplicateRule: TypeAlias = "Literal['skip', 'update']"


class EmbedToken(TypedDict):
    id: int
    workflow_id: int
    name: str
    token: str
    """Part of the page's source; it allows nothing outside its limits"""
    environment: Environment
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


class EmbedTokensCreateBody(TypedDict):
    name: NotRequired[str | None]
    allowed_origins: list[str]
    """Origins of the pages that may begin a conversation, such as https://www.example.com"""
    expires_at: NotRequired[str | None]
    """Without it the token is valid until it is revoked"""
    max_minutes: NotRequired[int | None]
    """Minutes of all its conversations together"""
    max_concurrent: NotRequired[int | None]
    """Conversations at one time"""


class EmbedTokensCreateOneBody(TypedDict):
    allowed_domains: NotRequired[list[str] | None]
    settings: NotRequired[JsonObject | None]
    usage_limit: NotRequired[str | None]
    expires_in_days: NotRequired[int | None]


EmbedTokensGetOneAnswer: TypeAlias = "OneEmbedToken | None"


class EmbedTokensRevokeOneAnswer(TypedDict):
    success: bool


class EmptyUpgrade(TypedDict):
    event_id: str | None
    """There is nothing to publish: the agent follows the version already"""
    workflow_id: int
    detail: str
    from_version: str
    to_version: str


class EndCallToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["end_call"]
    config: EndCallToolDefinitionConfig


class EndCallToolDefinitionConfig(TypedDict):
    messageType: NotRequired[ToolMessageType | None]
    customMessage: NotRequired[str | None]
    audioRecordingId: NotRequired[str | None]
    endCallReason: NotRequired[bool | None]
    endCallReasonDescription: NotRequired[str | None]


Environment: TypeAlias = "Literal['production', 'sandbox']"


class ErrorAnswer(TypedDict):
    detail: str
    code: NotRequired[str]


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
    calls_started: int
    organizations: int
    """How many organizations have started calls"""


class FairShareWaiting(TypedDict):
    calls: int
    """Calls that are queued for their carrier"""
    contacts: int
    """Contacts of running campaigns that were not called yet or will be called again"""
    campaign_count: int
    campaigns: list[FairShareWaitingCampaign]
    """The 20 campaigns with the most waiting contacts, and what holds each back"""


class FairShareWaitingCampaign(TypedDict):
    campaign_id: int
    name: str
    contacts: int
    reason: FairShareWaitingCampaignReason
    says: str


FairShareWaitingCampaignReason: TypeAlias = "Literal['budget', 'calling_hours', 'retry_wait', 'organization_limit', 'account_limit', 'campaign_limit', 'pace', 'turn']"


class FileWarning(TypedDict):
    code: FileWarningCode
    count: int
    """Rows, characters, sheets or columns"""
    message: str


FileWarningCode: TypeAlias = "Literal['encoding_found', 'undecodable_text', 'other_number_column', 'shared_number', 'other_sheets', 'hidden_sheets', 'hidden_rows', 'hidden_columns', 'struck_cells']"


class Health(TypedDict):
    status: Literal["ok"]
    version: str
    backend_api_endpoint: str
    """Root under which carriers and browsers reach the API"""
    deployment_mode: Literal["self_hosted"]
    auth_provider: Literal["local"]
    signup_enabled: bool


class Hire(TypedDict):
    workflow_id: int
    template_id: str
    template_version: str
    newer_version: str | None
    """The version of the template that the agent can be upgraded to"""
    state: HireState
    steps: list[HireStep]
    missing: list[MissingPart]
    """What it still needs from you: credentials of its tools, a model that reads its documents"""
    error: str | None
    """Why it failed; nothing of it is left then"""
    created_at: str
    finished_at: str | None


HireState: TypeAlias = "Literal['running', 'hired', 'failed']"


class HireStep(TypedDict):
    name: HireStepName
    state: HireStepState


HireStepName: TypeAlias = "Literal['agent', 'tools', 'documents', 'conclusion']"


HireStepState: TypeAlias = "Literal['done', 'at_work', 'waiting']"


class HiredAgent(TypedDict):
    id: int
    workflow_uuid: str
    name: str
    status: AgentStatus
    environment: Environment
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
    definition: JsonObject
    """Nodes and edges of the draft, or else of the published version"""
    workflow_definition: JsonObject
    """The same as `definition`"""
    definition_digest: str
    """Another one when anybody has changed the definition"""
    settings_digest: str
    """Another one when anybody has changed the name, settings, variables or dispositions"""
    current_definition_id: int | None
    """The id of the published version"""
    version_number: int
    """The number of the version that is shown"""
    version_status: VersionStatus
    workflow_configurations: JsonObject
    template_context_variables: JsonObject
    call_disposition_codes: JsonObject | None
    disposition_codes: list[str]
    """The dispositions that a call can end with"""
    missing: list[MissingPart]
    """What it still needs from you: credentials of its tools, a model that reads its documents"""


HttpMethod: TypeAlias = "Literal['GET', 'POST', 'PUT', 'PATCH', 'DELETE']"


class HttpToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["http_api"]
    config: HttpToolDefinitionConfig


class HttpToolDefinitionConfig(TypedDict):
    method: HttpMethod
    url: str
    headers: NotRequired[StringMap | None]
    credential_uuid: NotRequired[str | None]
    parameters: NotRequired[list[ToolParameterInput] | None]
    preset_parameters: NotRequired[list[PresetParameterInput] | None]
    timeout_ms: NotRequired[int | None]
    customMessage: NotRequired[str | None]
    customMessageType: NotRequired[HttpToolDefinitionConfigCustomMessageType | None]
    customMessageRecordingId: NotRequired[str | None]
    body_template: NotRequired[JsonObject | None]


HttpToolDefinitionConfigCustomMessageType: TypeAlias = "Literal['text', 'audio']"


class ImportedConsentInput(TypedDict):
    status: ConsentStatus
    source: NotRequired[str | None]


class InitiatedCall(TypedDict):
    message: str
    workflow_run_id: int


class Invitation(TypedDict):
    id: int
    email: str
    role: Role
    created_at: str
    expires_at: str


class Join(TypedDict):
    kind: JoinKind
    """`relay`: words over a WebSocket of ours; `livekit`: audio, where LiveKit and models for speech are set"""
    url: str
    """For `relay` a WebSocket for the words, for `livekit` the LiveKit server"""
    token: str
    """For `livekit` the access token to the room of this conversation alone"""
    expires_at: str
    """A conversation that nobody has joined by this time is canceled"""
    page_url: str
    """A page that speaks and hears"""


JoinKind: TypeAlias = "Literal['relay', 'livekit']"


JsonObject: TypeAlias = "dict[str, Any]"


class KeysCreateBody(TypedDict):
    name: str
    environment: NotRequired[Environment | None]
    expires_at: NotRequired[str | None]
    """From then on the key is refused; without it the key has no end"""
    scopes: NotRequired[list[Scope] | None]
    """What the key may do, as far as the role goes; `x-required-scope` of an operation names the one it needs"""


class KeysUpdateBody(TypedDict):
    expires_at: str | None
    """The new end; null: the key has no end any more"""


class KnowledgeDeleteAnswer(TypedDict):
    success: bool
    message: str


class KnowledgeListAnswer(TypedDict):
    documents: list[Document]
    total: int
    limit: int
    offset: int


KnowledgeListStatus: TypeAlias = "Literal['uploading', 'queued', 'indexing', 'ready', 'failed', 'stale', 'pending', 'processing', 'completed']"


class KnowledgeProcessBody(TypedDict):
    document_uuid: str
    """The UUID of the upload, or one of your own; a document that has it already gets its next version"""
    object_store_key: NotRequired[str | None]
    """Any that your organization uploaded to and has not processed; without it the document is read anew"""
    s3_key: NotRequired[str | None]
    """Another name of object_store_key"""
    source_url: NotRequired[str | None]
    """An address that the document is read from, in place of an uploaded file"""
    refresh_every_hours: NotRequired[int | None]
    """With source_url: how often the address is read again; without it, only when asked"""
    scope: NotRequired[DocumentScope | None]
    """Without it, as the document has it; `library` for a new one"""
    folder_id: NotRequired[int | None]
    """For scope=channel"""
    workflow_id: NotRequired[int | None]
    """For scope=agent"""
    file_folder_id: NotRequired[int | None]
    """A folder of your own to sort files by, which knowledge.list filters by; it changes nobody's reading"""
    retrieval_mode: NotRequired[RetrievalMode | None]
    """Without it, as the document has it; `chunked` for a new one"""
    encoding: NotRequired[str | None]
    """How the text is encoded where neither its bytes nor the file itself say so: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-15, koi8-r, koi8-u, ibm866, macintosh, x-mac-cyrillic, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr. Left out, it is found"""


class KnowledgeSearch(TypedDict):
    chunks: list[KnowledgeSearchChunk]
    query: str
    total_results: int
    degraded: KnowledgeSearchDegraded | None
    """`text only` when meaning could not be searched; `partly text only` when it could not in documents whose vectors are of one model among several, as while they get new ones after a change of the model"""
    degraded_reason: str | None


class KnowledgeSearchBody(TypedDict):
    query: str
    limit: NotRequired[int | None]
    document_uuids: NotRequired[list[str] | None]
    min_similarity: NotRequired[float | None]
    scope: NotRequired[DocumentScope | None]
    """Every document of the scope"""
    folder_id: NotRequired[int | None]
    """What the agents of this channel may read"""
    workflow_id: NotRequired[int | None]
    """What this agent may read: its own, its channel's, the organization's"""


class KnowledgeSearchChunk(TypedDict):
    id: int
    document_id: int
    document_uuid: str
    filename: str
    chunk_index: int
    chunk_text: str
    contextualized_text: str
    chunk_metadata: KnowledgeSearchChunkChunkMetadata
    similarity: float
    highlights: list[KnowledgeSearchChunkHighlight]


class KnowledgeSearchChunkChunkMetadata(TypedDict):
    headings: str
    page: int | None
    row: int | None
    version: int


class KnowledgeSearchChunkHighlight(TypedDict):
    text: str
    marks: list[KnowledgeSearchChunkHighlightMark]


class KnowledgeSearchChunkHighlightMark(TypedDict):
    start: int
    end: int


KnowledgeSearchDegraded: TypeAlias = "Literal['text only', 'partly text only']"


class KnowledgeTranslateBody(TypedDict):
    target_language: str
    """`de`, `pt-BR`, `German`"""
    filename: NotRequired[str | None]
    """The filename of the translation, which is Markdown: the extension becomes `.md`"""


class KnowledgeUpdateBody(TypedDict):
    filename: NotRequired[str | None]
    """The ending stays what it is, because it says how the file is read"""
    scope: NotRequired[DocumentScope | None]
    folder_id: NotRequired[int | None]
    """For scope=channel"""
    workflow_id: NotRequired[int | None]
    """For scope=agent"""
    file_folder_id: NotRequired[int | None]
    """Null: in none"""
    retrieval_mode: NotRequired[RetrievalMode | None]
    custom_metadata: NotRequired[JsonObject | None]
    source_url: NotRequired[str | None]
    """Another address, which is read at once. Null: it is no longer read from an address"""
    refresh_every_hours: NotRequired[int | None]
    """Null: the address is read only when asked"""
    is_active: NotRequired[bool | None]
    """False: from now on nobody reads it; true: they do again"""


class KnowledgeUploadUrlBody(TypedDict):
    filename: str
    mime_type: str
    file_size: NotRequired[int | None]
    """Bytes of the file; with it the answer has a signed PUT, beside the form"""
    custom_metadata: NotRequired[JsonObject | None]
    document_uuid: NotRequired[str | None]
    """A UUID of your own, or of the document that the file is the next version of. Without one it is made here"""


class KnowledgeUsage(TypedDict):
    used_bytes: int
    limit_bytes: int
    document_count: int
    limit_documents: int
    chunk_count: int
    limit_chunks: int
    plan: str


class ListedCampaign(TypedDict):
    id: int
    name: str
    workflow_id: int
    workflow_name: str
    state: CampaignState
    environment: Environment
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
    budget: CampaignBudget | None
    """The limit for the cost of its calls; null: no limit of its own"""
    caller_id_strategy: CallerIdStrategy | None
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
    logs: list[CampaignLogEntry]
    warnings: NotRequired[list[str]]
    """Given by create and start: contacts that will not be called, and budgets that may not suffice"""
    warning_details: NotRequired[list[CampaignWarning]]
    progress: CampaignProgress | None


class ListedRequest(TypedDict):
    event_id: int
    kind: RequestKind
    state: RequestState
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
    subject: JsonObject
    """What is asked, by kind: the fields of its event"""
    answer: JsonObject | None
    """What was answered; never a secret"""
    workflow_name: str | None
    settled_by_name: str | None
    """The name of the person who settled it"""


class LiveFigures(TypedDict):
    as_of: str
    calls_now: int
    """Calls under way, without text sessions"""
    calls_per_second: float
    """Calls handed to carriers, over the last ten seconds"""
    accounts: list[LiveFiguresAccount]
    requests_open: int
    """Requests for which agents wait for people"""


class LiveFiguresAccount(TypedDict):
    telephony_configuration_id: int
    calls_now: int
    """Calls under way, without text sessions"""
    calls_per_second: float
    """Calls handed to carriers, over the last ten seconds"""


class LoginBody(TypedDict):
    email: str
    password: str
    cookie: NotRequired[bool | None]
    """For browsers: keep the session in a cookie that scripts cannot read, and answer with an empty token"""


class LogoutAnswer(TypedDict):
    status: Literal["logged_out"]


MarketplaceHiresUpgradeAnswer: TypeAlias = "ProposedUpgrade | EmptyUpgrade"


class MarketplaceHiresUpgradeBody(TypedDict):
    variables: NotRequired[MarketplaceHiresUpgradeBodyVariables | None]
    """Answers to questions that the new version asks; those that were given before still hold"""


MarketplaceHiresUpgradeBodyVariables: TypeAlias = "dict[str, str | float | bool | None]"


class MarketplacePacksCreateBody(TypedDict):
    name: str
    summary: str
    job: str
    """What it does in a business, in words that people look for"""
    industries: NotRequired[list[str] | None]
    """None: every industry"""
    channels: list[PackChannel]
    steps: NotRequired[list[str] | None]
    """What happens, for people who look at the shelf"""
    compliance_notes: NotRequired[list[str] | None]
    demo_number: NotRequired[str | None]
    demo_url: NotRequired[str | None]
    workflow_ids: list[int]
    """Published agents; the version keeps them as they are now"""
    slug: NotRequired[str | None]
    """Its address; made of the name when left out"""


class MarketplacePacksCreateVersionBody(TypedDict):
    name: str
    summary: str
    job: str
    """What it does in a business, in words that people look for"""
    industries: NotRequired[list[str] | None]
    """None: every industry"""
    channels: list[PackChannel]
    steps: NotRequired[list[str] | None]
    """What happens, for people who look at the shelf"""
    compliance_notes: NotRequired[list[str] | None]
    demo_number: NotRequired[str | None]
    demo_url: NotRequired[str | None]
    workflow_ids: list[int]
    """Published agents; the version keeps them as they are now"""


class MarketplacePacksListAnswer(TypedDict):
    jobs: list[str]
    """Every job on the shelf, whatever was looked for"""
    packs: list[PackListItem]


class MarketplaceTemplatesHireBody(TypedDict):
    agent_name: str
    """The agent's name, with which it also introduces itself"""
    variables: NotRequired[MarketplaceTemplatesHireBodyVariables | None]
    """By the keys of the template's `variables`; one that is left out has its default"""
    greeting: NotRequired[str | None]
    """The first words, in place of the template's"""
    voice_id: NotRequired[str | None]
    voice_gender: NotRequired[VoiceGender | None]
    language: NotRequired[str | None]
    """One of the template's `languages`; its first when left out"""
    source: NotRequired[str | None]
    """Where it was hired, such as the name of a page; it is kept"""


MarketplaceTemplatesHireBodyVariables: TypeAlias = "dict[str, str | float | bool | None]"


class MarketplaceTemplatesListAnswer(TypedDict):
    templates: list[TemplateListItem]


class McpRefresh(TypedDict):
    tool_uuid: str
    discovered_tools: list[JsonObject]
    error: str | None
    """Why the server could not be read; the list is the last one then"""


class McpToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["mcp"]
    config: McpToolDefinitionConfig


class McpToolDefinitionConfig(TypedDict):
    transport: NotRequired[Literal["streamable_http"] | None]
    url: str
    credential_uuid: NotRequired[str | None]
    account_id: NotRequired[int | None]
    tools_filter: NotRequired[list[str] | None]
    timeout_secs: NotRequired[int | None]
    sse_read_timeout_secs: NotRequired[int | None]
    discovered_tools: NotRequired[list[McpToolDefinitionConfigDiscoveredTool] | None]


class McpToolDefinitionConfigDiscoveredTool(TypedDict):
    name: str
    description: NotRequired[str | None]
    input_schema: NotRequired[JsonObject | None]


class Member(TypedDict):
    user_id: int
    email: str
    name: str | None
    role: Role
    created_at: str
    """When they joined"""


class MissedCall(TypedDict):
    id: int
    at: str
    caller_number: str | None
    """Null: withheld"""
    called_number: str
    reason: MissedCallReason
    telephony_configuration_id: int | None
    run_id: int | None
    """The call, where an agent was to take it"""
    called_back_run_id: int | None
    """The first call to this caller that a carrier took afterwards"""
    called_back_at: str | None


MissedCallReason: TypeAlias = "Literal['unknown_number', 'inactive_number', 'no_agent', 'out_of_concurrency', 'caller_hung_up', 'unavailable']"


class MissedCalls(TypedDict):
    missed_calls: list[MissedCall]
    next_cursor: str | None


MissingKind: TypeAlias = "Literal['credential', 'embeddings']"


class MissingPart(TypedDict):
    kind: MissingKind
    name: str | None
    detail: str


class ModelConfiguration(TypedDict):
    embeddings: OrganizationModel | None
    llm: OrganizationModel | None
    tts: OrganizationModel | None
    stt: OrganizationModel | None


ModelFault: TypeAlias = "Literal['unauthorized', 'rate_limited', 'unavailable', 'timeout', 'refused', 'invalid_answer']"


class ModelsSetBody(TypedDict):
    embeddings: NotRequired[OrganizationModelInput | None]
    llm: NotRequired[OrganizationModelInput | None]
    tts: NotRequired[OrganizationModelInput | None]
    """Speaks in conversations with audio"""
    stt: NotRequired[OrganizationModelInput | None]
    """Recognizes speech in conversations with audio"""


class ModelsTryBody(TypedDict):
    text: str


class ModelsUpdateBody(TypedDict):
    embeddings: NotRequired[OrganizationModelInput | None]
    llm: NotRequired[OrganizationModelInput | None]
    tts: NotRequired[OrganizationModelInput | None]
    stt: NotRequired[OrganizationModelInput | None]


class NationalList(TypedDict):
    id: int
    scope: Literal["national"]
    source: str
    as_of: str
    state: NationalListState
    numbers: int
    """Loaded so far; each number once"""
    invalid: int
    """Lines that hold no telephone number"""
    faults: list[NationalListFault]
    """The first hundred of them"""
    error: str | None
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    created_at: str
    completed_at: str | None
    workflow_id: str


class NationalListFault(TypedDict):
    line: int
    value: str
    reason: str


NationalListState: TypeAlias = "Literal['pending', 'loading', 'in_force', 'replaced', 'removed', 'failed']"


class NewInvitation(TypedDict):
    id: int
    email: str
    role: Role
    created_at: str
    expires_at: str
    mailed: bool
    """Whether a mail server is configured (`SMTP_URL`) and took the mail"""
    token: str | None
    """For POST /auth/accept-invitation; null when it was mailed"""
    link: str | None
    """Accepts it in the console; hand it to that person alone. Null when it was mailed"""


class NodeProperty(TypedDict):
    name: str
    type: str
    display_name: str
    description: str
    default: NotRequired[Any]
    required: bool
    options: NotRequired[list[NodePropertyOption]]
    properties: NotRequired[list[NodeProperty]]
    min_value: NotRequired[float]
    max_value: NotRequired[float]
    max_length: NotRequired[float]
    pattern: NotRequired[str]
    display_options: NotRequired[NodePropertyDisplayOptions]


class NodePropertyDisplayOptions(TypedDict):
    show: NodePropertyDisplayOptionsShow


NodePropertyDisplayOptionsShow: TypeAlias = "dict[str, list[Any]]"


class NodePropertyOption(TypedDict):
    value: str
    label: str


class NodeType(TypedDict):
    name: str
    display_name: str
    description: str
    llm_hint: NotRequired[str]
    category: NodeTypeCategory
    icon: str
    version: str
    properties: list[NodeProperty]
    graph_constraints: NodeTypeGraphConstraints


NodeTypeCategory: TypeAlias = "Literal['call_node', 'global_node', 'trigger', 'integration']"


class NodeTypeGraphConstraints(TypedDict):
    min_incoming: NotRequired[int]
    max_incoming: NotRequired[int]
    min_outgoing: NotRequired[int]
    max_outgoing: NotRequired[int]


NumberKind: TypeAlias = "Literal['fixed_line', 'mobile', 'fixed_line_or_mobile', 'toll_free', 'premium_rate', 'shared_cost', 'voip', 'personal_number', 'pager', 'uan', 'voicemail', 'satellite', 'unknown']"


class NumberOutlook(TypedDict):
    phone_number: str
    as_of: str
    """The moment for which this holds"""
    may_be_dialled: bool
    blocked_by: AdmissionRule | None
    """The first rule that keeps the number from being dialled"""
    sentence: str | None
    """The sentence of that rule"""
    next_at: str | None
    """When it may be dialled if nothing but the time changes; null: not by time alone, or not within eight days"""
    rules: list[OutlookRule]
    """In the order in which admission asks them"""
    entry: DoNotCallEntry | None
    """Its entry on the list; null: it has none"""
    national_entry: NumberOutlookNationalEntry | None
    """The newest national list in force that holds it; it binds where consent is not granted"""


class NumberOutlookNationalEntry(TypedDict):
    scope: Literal["national"]
    source: str
    as_of: str


class NumbersProvisionBody(TypedDict):
    phone_number: str
    workflow_id: NotRequired[int | None]
    telephony_configuration_id: NotRequired[int | None]


class NumbersSearchBody(TypedDict):
    country: str
    type: NotRequired[NumbersSearchBodyType | None]
    contains: NotRequired[str | None]
    limit: NotRequired[int | None]
    telephony_configuration_id: NotRequired[int | None]


NumbersSearchBodyType: TypeAlias = "Literal['local', 'mobile', 'toll_free']"


class NumbersVerifiedConfirmBody(TypedDict):
    phone_number: str
    code: NotRequired[str | None]
    """What the call read; left out where the person typed a code on the phone"""


class NumbersVerifiedRemoveAnswer(TypedDict):
    message: str
    provider_sync: ProviderSync | None
    """Whether the carriers that had verified it were told; null where none had"""


class NumbersVerifiedStartBody(TypedDict):
    phone_number: str
    method: NotRequired[VerificationMethod | None]
    """call: we call and read a code; carrier: the account's carrier verifies the number for itself"""
    telephony_configuration_id: NotRequired[int | None]


class OneEmbedToken(TypedDict):
    id: int
    token: str
    allowed_domains: list[str]
    settings: str | None
    is_active: bool
    usage_count: int
    """Conversations that were begun by it"""
    usage_limit: str | None
    expires_at: str | None
    created_at: str
    embed_script: str


class OrganizationBudget(TypedDict):
    daily_minor: int | None
    monthly_minor: int | None
    currency: str


class OrganizationBudgetInput(TypedDict):
    daily_minor: NotRequired[int | None]
    monthly_minor: NotRequired[int | None]
    currency: str


class OrganizationModel(TypedDict):
    provider: str
    model: str
    api_key: str | None
    base_url: str | None
    script: NotRequired[list[ScriptedReply]]


class OrganizationModelInput(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia` or `azure`"""
    model: str
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    script: NotRequired[list[ScriptedReplyInput] | None]
    """For `local`: its answers by what it is asked"""


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
    allowed_number_kinds: list[NumberKind]
    """Only numbers of these kinds are called, among fixed_line, mobile, fixed_line_or_mobile, toll_free, premium_rate, shared_cost, voip, personal_number, pager, uan, voicemail, satellite, unknown; by default fixed_line, mobile, fixed_line_or_mobile, toll_free, voip, personal_number, pager, uan, voicemail, unknown"""
    artifact_link_days: int
    """How long links to recordings and transcripts work"""
    retention_days: int | None
    """Recordings, transcripts and words of calls are removed after these days; null: never"""
    calling_hours: CallingHours
    """When people are called, by their own wall clocks, where a campaign has no schedule"""
    disclosure: Disclosure
    """Whether recorded calls begin with the agent's disclosure; if not, why"""
    budget: OrganizationBudget | None
    """The limit for the cost of outbound calls; null: no limit"""


class OrganizationsPreferencesSetBody(TypedDict):
    name: NotRequired[str | None]
    country: NotRequired[str | None]
    timezone: NotRequired[str | None]
    """A name of the IANA database with a slash (Europe/Berlin), or UTC or GMT"""
    test_phone_number: NotRequired[str | None]
    concurrent_call_limit: NotRequired[int | None]
    max_attempts_per_number_per_day: NotRequired[int | None]
    allowed_countries: NotRequired[list[str] | None]
    allowed_number_kinds: NotRequired[list[NumberKind] | None]
    artifact_link_days: NotRequired[int | None]
    retention_days: NotRequired[int | None]
    calling_hours: NotRequired[CallingHoursInput | None]
    disclosure: NotRequired[DisclosureInput | None]
    budget: NotRequired[OrganizationBudgetInput | None]


class OrganizationsPreferencesUpdateBody(TypedDict):
    name: NotRequired[str]
    country: NotRequired[str | None]
    timezone: NotRequired[str | None]
    """A name of the IANA database with a slash (Europe/Berlin), or UTC or GMT"""
    test_phone_number: NotRequired[str | None]
    concurrent_call_limit: NotRequired[int]
    max_attempts_per_number_per_day: NotRequired[int | None]
    allowed_countries: NotRequired[list[str] | None]
    allowed_number_kinds: NotRequired[list[NumberKind] | None]
    artifact_link_days: NotRequired[int]
    retention_days: NotRequired[int | None]
    calling_hours: NotRequired[CallingHoursInput | None]
    disclosure: NotRequired[DisclosureInput | None]
    budget: NotRequired[OrganizationBudgetInput | None]


class OutlookRule(TypedDict):
    rule: AdmissionRule
    passes: bool
    value: str
    """The facts that the rule checks"""
    sentence: str | None
    until: str | None
    """When the rule will allow the call without a change, where that is known"""


class Pack(TypedDict):
    slug: str
    name: str
    summary: str
    job: str
    version: str
    state: PackState
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
    flow: PackFlow
    listed: bool
    channels: list[PackChannel]
    steps: list[str]
    compliance_notes: list[str]
    templates: list[TemplateListItem]


PackChannel: TypeAlias = "Literal['inbound_call', 'outbound_call', 'whatsapp', 'web', 'scheduled']"


class PackCharging(TypedDict):
    needs_voice: bool
    unit: ChargingUnit
    hire_price_paise: int
    creator_price_paise: int


PackFlow: TypeAlias = "Literal['voice', 'standard']"


class PackListItem(TypedDict):
    slug: str
    name: str
    summary: str
    job: str
    version: str
    state: PackState
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
    flow: PackFlow
    listed: bool


class PackPublisher(TypedDict):
    slug: str
    name: str
    first_party: bool


PackState: TypeAlias = "Literal['draft', 'published']"


class PackVersions(TypedDict):
    versions: list[PackVersionsVersion]


class PackVersionsVersion(TypedDict):
    version: str
    state: VersionStatus
    name: str
    summary: str
    workflow_ids: list[int]
    created_at: str
    published_at: str | None


class PhoneNumber(TypedDict):
    id: int
    telephony_configuration_id: int
    address: str
    address_normalized: str
    address_type: PhoneNumberAddressType
    country_code: str | None
    label: str | None
    inbound_workflow_id: int | None
    inbound_workflow_name: str | None
    is_active: bool
    is_default_caller_id: bool
    ownership: PhoneNumberOwnership
    """verified: not on the account, but its owner has proved it; a caller id only"""
    managed: bool
    """Rented through the platform, which can give it back"""
    rented_at: str | None
    release_requested_at: str | None
    """It takes no calls from here on"""
    released_at: str | None
    """It was released at the carrier; the row stays as history"""
    extra_metadata: JsonObject
    created_at: str
    updated_at: str
    provider_sync: ProviderSync | None
    """How pointing the number at the carrier went; null where nothing had to be pointed"""


PhoneNumberAddressType: TypeAlias = "Literal['pstn', 'sip_uri', 'sip_extension']"


class PhoneNumberList(TypedDict):
    phone_numbers: list[PhoneNumber]


PhoneNumberOwnership: TypeAlias = "Literal['account', 'verified']"


class PostedMessage(TypedDict):
    event_id: int
    """The message in the timeline"""
    thread_id: str
    workflow_id: int | None
    """The agent that replies; null: the assistant does, or the channel has none and its people read it"""


class PresetParameterInput(TypedDict):
    name: str
    type: ToolParameterType
    value_template: str
    required: NotRequired[bool | None]


ProcessingStatus: TypeAlias = "Literal['pending', 'processing', 'completed', 'failed']"


class ProposedUpgrade(TypedDict):
    event_id: int
    kind: RequestKind
    state: RequestState
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


class ProvidedSecret(TypedDict):
    event_id: int
    kind: RequestKind
    state: RequestState
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


class ProviderSync(TypedDict):
    ok: bool
    message: str | None


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
    metadata: JsonObject
    created_by: int | None
    created_at: str
    is_active: bool


class RecordingPeaks(TypedDict):
    workflow_run_id: int
    length_ms: int | None
    """null: the format of the file is not understood"""
    channels: list[RecordingPeaksChannel]
    """Empty when the format of the file is not understood"""


class RecordingPeaksChannel(TypedDict):
    speaker: RecordingPeaksChannelSpeaker | None
    """null: both are on one channel"""
    peaks: list[int]
    """The loudest moment of each of at most 400 intervals of equal length"""


RecordingPeaksChannelSpeaker: TypeAlias = "Literal['person', 'agent']"


class RecordingUploadUrls(TypedDict):
    items: list[RecordingUploadUrlsItem]


class RecordingUploadUrlsItem(TypedDict):
    upload_url: str
    method: Literal["PUT"]
    headers: StringMap
    recording_id: str
    storage_key: str
    expires_in: int


class RecordingsCreateAnswer(TypedDict):
    recordings: list[Recording]


class RecordingsCreateBody(TypedDict):
    recordings: list[RecordingsCreateBodyRecording]


class RecordingsCreateBodyRecording(TypedDict):
    recording_id: str
    storage_key: str
    transcript: str
    tts_provider: NotRequired[str | None]
    tts_model: NotRequired[str | None]
    tts_voice_id: NotRequired[str | None]
    workflow_id: NotRequired[int | None]
    metadata: NotRequired[JsonObject | None]


class RecordingsDeleteAnswer(TypedDict):
    status: Literal["deleted"]
    recording_id: str


class RecordingsListAnswer(TypedDict):
    recordings: list[Recording]
    total: int


class RecordingsUploadUrlBody(TypedDict):
    files: list[RecordingsUploadUrlBodyFile]


class RecordingsUploadUrlBodyFile(TypedDict):
    filename: str
    mime_type: NotRequired[str | None]
    """audio/wav or audio/mpeg"""
    file_size: int


class RefusedNumber(TypedDict):
    phone_number: str
    reason: str
    line: NotRequired[int]
    """The line of the uploaded file"""


ReportFormat: TypeAlias = "Literal['csv', 'xlsx']"


class Request(TypedDict):
    event_id: int
    kind: RequestKind
    state: RequestState
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


RequestKind: TypeAlias = "Literal['question', 'action', 'edit', 'secret']"


class RequestList(TypedDict):
    requests: list[ListedRequest]
    total_count: int
    page: int
    limit: int
    total_pages: int


RequestState: TypeAlias = "Literal['open', 'settled', 'expired']"


RetrievalMode: TypeAlias = "Literal['chunked', 'full_document']"


class RetryConfig(TypedDict):
    enabled: NotRequired[bool | None]
    max_retries: NotRequired[int | None]
    retry_delay_seconds: NotRequired[int | None]
    retry_delays_seconds: NotRequired[list[int] | None]
    """The delay before the n-th retry; later retries wait `retry_delay_seconds`. An empty list: all of them do"""
    retry_on_busy: NotRequired[bool | None]
    retry_on_no_answer: NotRequired[bool | None]
    retry_on_voicemail: NotRequired[bool | None]


class RetryConfigChanges(TypedDict):
    enabled: NotRequired[bool | None]
    max_retries: NotRequired[int | None]
    retry_delay_seconds: NotRequired[int | None]
    retry_delays_seconds: NotRequired[list[int] | None]
    """The delay before the n-th retry; later retries wait `retry_delay_seconds`. An empty list: all of them do"""
    retry_on_busy: NotRequired[bool | None]
    retry_on_no_answer: NotRequired[bool | None]
    retry_on_voicemail: NotRequired[bool | None]


class RetrySettings(TypedDict):
    enabled: bool
    max_retries: int
    retry_delay_seconds: int
    retry_delays_seconds: list[int] | None
    """The delay before the n-th retry; later retries wait `retry_delay_seconds`. An empty list: all of them do"""
    retry_on_busy: bool
    retry_on_no_answer: bool
    retry_on_voicemail: bool


class RevisionConflict(TypedDict):
    message: str
    expected_revision: int
    actual_revision: int


Role: TypeAlias = "Literal['viewer', 'operator', 'admin', 'owner']"


class Run(TypedDict):
    id: int
    uuid: str
    workflow_id: int
    definition_id: int | None
    name: str
    mode: str
    call_type: CallDirection
    direction: CallDirection
    environment: Environment
    campaign_id: int | None
    contact_id: int | None
    attempt: int
    created_at: str
    state: RunState
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
    cost_info: JsonObject | None
    usage: RunUsage
    usage_info: JsonObject | None
    initial_context: JsonObject | None
    gathered_context: JsonObject | None
    logs: RunLogs | None
    """Null in lists"""
    temporal_url: str | None
    """Its workflow in the Temporal UI, where TEMPORAL_UI_URL is set. Null in lists, below the role admin, and once Temporal has forgotten the workflow"""
    annotations: JsonObject | None
    """Null in lists"""


class RunCarrierUnreachable(TypedDict):
    tries: int
    """How often in a row the carrier could not be asked"""
    last_error: str
    last_tried_at: str


class RunList(TypedDict):
    runs: list[Run]
    total_count: int
    page: int
    limit: int
    total_pages: int
    applied_filters: list[JsonObject]


class RunLogs(TypedDict):
    carrier_events: list[RunLogsCarrierEvent]
    """What the carrier has reported, in order; at most 200"""
    called_back: list[int]
    """The missed calls that this call answers"""


class RunLogsCarrierEvent(TypedDict):
    event_id: str
    """Begins with `fetch:` where the carrier was asked"""
    state: str
    outcome: str | None
    received_at: str


RunSortField: TypeAlias = "Literal['created_at', 'duration']"


RunState: TypeAlias = "Literal['queued', 'dialing', 'ringing', 'in_progress', 'completed', 'failed', 'canceled', 'blocked']"


class RunUsage(TypedDict):
    llm: RunUsageLlm | None
    """Null until the run is settled, and where no model was asked"""
    stt: RunUsageStt | None
    """Where a model heard the person. Carriers that listen themselves have it in their price"""
    tts: RunUsageTts | None
    """Where a model spoke. Carriers that speak themselves have it in their price"""
    carrier: RunUsageCarrier | None


class RunUsageCarrier(TypedDict):
    seconds: int
    cost_minor: int | None
    currency: str | None


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


class ScheduleConfig(TypedDict):
    enabled: NotRequired[bool | None]
    timezone: NotRequired[str | None]
    """The zone of contacts without a zone of their own or of their number"""
    slots: list[CallingHoursSlotInput]
    holidays: NotRequired[list[str] | None]
    """Dates on which nobody is called, in the called person's own calendar"""
    holiday_calendar: NotRequired[str | None]


class ScheduleSettings(TypedDict):
    enabled: bool
    timezone: str
    slots: list[CallingHoursSlot]
    holidays: NotRequired[list[str]]
    holiday_calendar: NotRequired[str | None]


Scope: TypeAlias = "Literal['account:read', 'account:write', 'organization:read', 'organization:write', 'keys:read', 'keys:write', 'telephony:read', 'telephony:write', 'numbers:read', 'numbers:write', 'agents:read', 'agents:write', 'channels:read', 'channels:write', 'contacts:read', 'contacts:write', 'campaigns:read', 'campaigns:write', 'calls:read', 'calls:write', 'text_sessions:read', 'text_sessions:write', 'web_calls:read', 'web_calls:write', 'models:read', 'models:write', 'credentials:read', 'credentials:write', 'tools:read', 'tools:write', 'webhooks:read', 'webhooks:write', 'knowledge:read', 'knowledge:write', 'recordings:read', 'recordings:write', 'marketplace:read', 'marketplace:write', 'team:read', 'team:write']"


class ScriptedReply(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ScriptedToolCall]
    delay_ms: NotRequired[int]
    fail: NotRequired[ModelFault]


class ScriptedReplyInput(TypedDict):
    when: str
    say: NotRequired[str]
    call: NotRequired[ScriptedToolCallInput]
    delay_ms: NotRequired[int]
    fail: NotRequired[ModelFault]


class ScriptedToolCall(TypedDict):
    name: str
    arguments: JsonObject


class ScriptedToolCallInput(TypedDict):
    name: str
    arguments: NotRequired[JsonObject]


class Session(TypedDict):
    token: str
    """For Authorization: Bearer; empty when a cookie was asked for"""
    token_type: Literal["bearer"]
    expires_at: str
    user: Account


class SignUpMailed(TypedDict):
    mailed: Literal[True]
    message: str


class SignupBody(TypedDict):
    email: str
    password: str
    name: NotRequired[str | None]
    organization_name: NotRequired[str | None]
    cookie: NotRequired[bool | None]
    """For browsers: keep the session in a cookie that scripts cannot read, and answer with an empty token"""


SortOrder: TypeAlias = "Literal['asc', 'desc']"


SpeechProvider: TypeAlias = "Literal['openai', 'deepgram', 'elevenlabs', 'cartesia', 'azure']"


class StartedCall(TypedDict):
    status: Literal["initiated"]
    workflow_run_id: int
    workflow_run_name: str


class StartedVerification(TypedDict):
    phone_number: str
    method: VerificationMethod
    telephony_configuration_id: int
    expires_at: str
    tries_left: int | None
    workflow_run_id: int | None
    """The call that reads the code"""
    code_to_type: str | None
    """Where the carrier calls and asks for a code: this one, to be typed on that telephone"""
    message: str


class StartedWebCall(TypedDict):
    workflow_run_id: int
    join: Join


StringMap: TypeAlias = "dict[str, str]"


class TalkLink(TypedDict):
    kind: TalkLinkKind
    agent_name: str
    language: str
    audio: TalkLinkAudio | None
    """For a conversation with audio: the LiveKit server, and the token that joins its room"""


class TalkLinkAudio(TypedDict):
    url: str
    token: str


TalkLinkKind: TypeAlias = "Literal['conversation', 'embed']"


TeamHome = TypedDict("TeamHome", {
    "days": "int",
    "timezone": "str",
    "from": "str",
    "until": "str",
    "calls": "int",
    "answered": "int",
    "missed": "int",
    "minutes": "float",
    "outcomes": "CountMap",
    "cost": "list[Cost]",
    "campaigns_running": "int",
    "needs_attention": "list[AttentionItem]",
    "previous": "TeamHomePrevious",
})


TeamHomePrevious = TypedDict("TeamHomePrevious", {
    "from": "str",
    "until": "str",
    "calls": "int",
    "answered": "int",
    "missed": "int",
    "minutes": "float",
    "outcomes": "CountMap",
    "cost": "list[Cost]",
})


class TeamInvitationsListAnswer(TypedDict):
    invitations: list[Invitation]


class TeamInvitationsRevokeAnswer(TypedDict):
    success: bool


class TeamMembersInviteBody(TypedDict):
    email: str
    role: Role


class TeamMembersListAnswer(TypedDict):
    members: list[Member]


class TeamMembersRemoveAnswer(TypedDict):
    success: bool


class TeamMembersResetPasswordAnswer(TypedDict):
    mailed: bool
    """Whether a mail server is configured (`SMTP_URL`) and took the mail"""
    link: str | None
    """Works once, within an hour; null when it was mailed"""
    expires_at: str


class TeamMembersSetRoleBody(TypedDict):
    role: Role


class TeamStatus(TypedDict):
    agents: list[TeamStatusAgent]


class TeamStatusAgent(TypedDict):
    workflow_id: int
    name: str
    folder_id: int | None
    state: TeamStatusAgentState
    """The first that holds, in this order; paused: it has campaigns, and none of them runs"""
    workflow_run_ids: list[int]
    since: str


TeamStatusAgentState: TypeAlias = "Literal['on_call', 'waiting_for_you', 'thinking', 'paused', 'idle']"


class TelephonyConfigWarnings(TypedDict):
    telnyx_missing_webhook_public_key_count: int
    public_address_findings: list[str]
    """What does not come through PUBLIC_BASE_URL, in sentences for the operator; empty: everything does"""
    vonage_missing_signature_secret_count: int


class TelephonyConfigsCreateBody(TypedDict):
    name: str
    is_default_outbound: NotRequired[bool | None]
    config: CarrierAccountInput
    """`provider` and its fields, as `telephony.providers` lists them"""


class TelephonyConfigsDeleteAnswer(TypedDict):
    message: str


class TelephonyConfigsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    config: NotRequired[CarrierAccountInput | None]


class TelephonyConfiguration(TypedDict):
    id: int
    name: str
    provider: str
    connectivity: CarrierConnectivity
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
    credentials: TelephonyConfigurationCredentials
    """The settings in the form of `config`; secrets are masked, and sending a mask back keeps the secret"""
    credential_check: CredentialCheck | None
    """What the carrier said when this request saved credentials; `ok: false`: it could not be asked"""
    setup_checklist: TelephonyConfigurationSetupChecklist


TelephonyConfigurationCredentials: TypeAlias = "dict[str, str | float | bool]"


class TelephonyConfigurationList(TypedDict):
    configurations: list[TelephonyConfigurationListConfiguration]


class TelephonyConfigurationListConfiguration(TypedDict):
    id: int
    name: str
    provider: str
    connectivity: CarrierConnectivity
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


class TelephonyConfigurationSetupChecklist(TypedDict):
    ready_for_outbound: bool
    outbound_blocked_reason: str | None
    steps: list[TelephonyConfigurationSetupChecklistStep]
    docs_url: str | None


class TelephonyConfigurationSetupChecklistStep(TypedDict):
    key: str
    title: str
    description: str
    complete: bool
    blocks_outbound: bool


class TelephonyPhoneNumbersCreateBody(TypedDict):
    address: str
    country_code: NotRequired[str | None]
    label: NotRequired[str | None]
    inbound_workflow_id: NotRequired[int | None]
    is_active: NotRequired[bool | None]
    is_default_caller_id: NotRequired[bool | None]
    extra_metadata: NotRequired[JsonObject | None]


class TelephonyPhoneNumbersDeleteAnswer(TypedDict):
    message: str
    provider_sync: ProviderSync | None
    """How pointing the number at the carrier went; null where nothing had to be pointed"""


class TelephonyPhoneNumbersUpdateBody(TypedDict):
    label: NotRequired[str | None]
    inbound_workflow_id: NotRequired[int | None]
    clear_inbound_workflow: NotRequired[bool | None]
    is_active: NotRequired[bool | None]
    country_code: NotRequired[str | None]
    extra_metadata: NotRequired[JsonObject | None]


class TelephonyProviders(TypedDict):
    providers: list[TelephonyProvidersProvider]


class TelephonyProvidersProvider(TypedDict):
    provider: str
    display_name: str
    connectivity: CarrierConnectivity
    fields: list[TelephonyProvidersProviderField]
    docs_url: str | None
    available: bool
    unavailable_reason: str | None
    """What the operator has to do first; null: nothing"""


class TelephonyProvidersProviderField(TypedDict):
    name: str
    label: str
    type: str
    required: bool
    sensitive: bool
    description: str | None
    placeholder: str | None


class Template(TypedDict):
    id: str
    version: str
    name: str
    summary: str
    vertical: str
    direction: TemplateDirection
    language: str
    """The language of name, summary and definition"""
    languages: list[str]
    steps: list[str]
    compliance_notes: list[str]
    variables: list[TemplateVariable]
    voice: JsonObject
    tools: list[TemplateTool]
    documents: list[TemplateDocument]
    dispositions: list[str]
    definition: JsonObject
    """Its `tool_uuids` hold the keys of `tools`"""
    conversations: list[TemplateConversation]
    """Its test conversations"""


class TemplateConversation(TypedDict):
    title: str
    turns: list[TemplateConversationTurn]
    played: list[TemplateConversationPlayedItem]
    """How it went on the built-in model, with answers that are made up"""


class TemplateConversationPlayedItem(TypedDict):
    speaker: TemplateConversationPlayedItemSpeaker
    text: str
    step: str


TemplateConversationPlayedItemSpeaker: TypeAlias = "Literal['agent', 'person']"


class TemplateConversationTurn(TypedDict):
    person: str


TemplateDirection: TypeAlias = "Literal['inbound', 'outbound', 'scheduled']"


class TemplateDocument(TypedDict):
    key: str
    filename: str
    text: str


class TemplateListItem(TypedDict):
    id: str
    version: str
    name: str
    summary: str
    vertical: str
    direction: TemplateDirection
    language: str
    """The language of name, summary and definition"""
    languages: list[str]


class TemplateTool(TypedDict):
    key: str
    name: str
    description: str
    category: str
    credential: TemplateToolCredential | None
    """What to provide after the hire"""


class TemplateToolCredential(TypedDict):
    name: str
    why: str


class TemplateVariable(TypedDict):
    key: str
    question: str
    required: bool
    default: str | None


class TextSession(TypedDict):
    workflow_run_id: int
    workflow_id: int
    name: str
    mode: str
    state: str
    is_completed: bool
    revision: int
    initial_context: JsonObject
    gathered_context: JsonObject
    annotations: JsonObject
    session_data: TextSessionSessionData
    checkpoint: TextSessionCheckpoint
    created_at: str
    updated_at: str | None


class TextSessionCheckpoint(TypedDict):
    current_node_id: str | None
    gathered_context: JsonObject


class TextSessionSessionData(TypedDict):
    version: int
    status: TextSessionSessionDataStatus
    end_reason: str | None
    cursor_turn_id: str | None
    turns: list[Turn]
    discarded_future: list[Turn]
    """Turns that a rewind took back"""
    simulator: JsonObject | None


TextSessionSessionDataStatus: TypeAlias = "Literal['idle', 'pending_assistant_turn', 'ended']"


class TextSessionsCreateBody(TypedDict):
    name: NotRequired[str | None]
    initial_context: NotRequired[JsonObject | None]
    annotations: NotRequired[JsonObject | None]


class TextSessionsEndBody(TypedDict):
    expected_revision: NotRequired[int | None]
    """409 with both revisions when the session has another by now"""


class TextSessionsEndError409(TypedDict):
    detail: str | RevisionConflict
    code: NotRequired[str]


class TextSessionsMessageBody(TypedDict):
    text: str
    expected_revision: NotRequired[int | None]
    """409 with both revisions when the session has another by now"""


class TextSessionsMessageError409(TypedDict):
    detail: str | RevisionConflict
    code: NotRequired[str]


class TextSessionsRewindBody(TypedDict):
    cursor_turn_id: NotRequired[str | None]
    """The last turn that stays; without it the first"""
    expected_revision: NotRequired[int | None]
    """409 with both revisions when the session has another by now"""


class TextSessionsRewindError409(TypedDict):
    detail: str | RevisionConflict
    code: NotRequired[str]


class TimelineEvent(TypedDict):
    id: int
    at: str
    kind: TimelineEventKind
    actor: str
    summary: str
    payload: JsonObject
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


TimelineEventKind: TypeAlias = "Literal['message', 'call_started', 'call_ended', 'outcome', 'question', 'decision', 'action_proposed', 'action_settled', 'edit_proposed', 'edit_settled', 'secret_requested', 'secret_provided', 'deliverable', 'campaign', 'document', 'system']"


class TimelineResponse(TypedDict):
    events: list[TimelineEvent]
    next_before_at: str | None
    """The cursor of the next page; null on the last page"""
    next_before_id: int | None
    truncated: bool
    """Whether there is a following page"""


class TokenCounts(TypedDict):
    prompt: int
    completion: int


class Tool(TypedDict):
    id: int
    tool_uuid: str
    name: str
    description: str | None
    category: ToolCategory
    icon: str | None
    icon_color: str | None
    status: ToolStatus
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    definition: JsonObject
    requires_confirmation: bool
    compensation: JsonObject | None
    created_at: str
    updated_at: str | None
    created_by: ToolCreatedBy | None


ToolCategory: TypeAlias = "Literal['http_api', 'end_call', 'transfer_call', 'calculator', 'mcp', 'connector']"


class ToolCompensationInput(TypedDict):
    function: NotRequired[str]
    method: NotRequired[HttpMethod]
    url: NotRequired[str]
    arguments: NotRequired[JsonObject]


class ToolCreatedBy(TypedDict):
    id: int
    provider_id: str


ToolMessageType: TypeAlias = "Literal['none', 'custom', 'audio']"


class ToolParameterInput(TypedDict):
    name: str
    type: ToolParameterType
    description: str
    required: NotRequired[bool | None]


ToolParameterType: TypeAlias = "Literal['string', 'number', 'boolean', 'object', 'array']"


ToolStatus: TypeAlias = "Literal['active', 'archived', 'draft']"


class ToolTest(TypedDict):
    tool_uuid: str
    state: ToolTestState
    """unknown: it was sent, and no answer came"""
    result: Any
    """The result that the agent would get, without the credential's secrets"""
    status_code: int | None
    duration_ms: int


ToolTestState: TypeAlias = "Literal['done', 'failed', 'unknown']"


class ToolsConnectorsAccountsAnswer(TypedDict):
    accounts: list[ConnectedAccount]


class ToolsConnectorsActivityAnswer(TypedDict):
    activity: list[ConnectorActivity]
    next_cursor: str | None


class ToolsConnectorsConnectAnswer(TypedDict):
    authorization_url: str
    """Where a person signs in; works once, within ten minutes. For a program it is a page of ours, which says who asks and goes on to the app"""
    state: str


class ToolsConnectorsListAnswer(TypedDict):
    redirect_uri: str
    """The redirect address that your own client has to allow"""
    connectors: list[Connector]


class ToolsConnectorsRemoveClientAnswer(TypedDict):
    slug: str
    client: ConnectorClientOwner | None


class ToolsConnectorsSetClientAnswer(TypedDict):
    slug: str
    client: ConnectorClientOwner | None


class ToolsConnectorsSetClientBody(TypedDict):
    client_id: str
    client_secret: NotRequired[str | None]
    """Left out: a public client, which authenticates by PKCE alone"""


class ToolsCreateBody(TypedDict):
    name: str
    description: NotRequired[str | None]
    """The agent reads this to decide whether to use the tool"""
    category: NotRequired[ToolCategory | None]
    """By default the type of the definition, which it may not contradict"""
    icon: NotRequired[str | None]
    icon_color: NotRequired[str | None]
    definition: ToolsCreateBodyDefinition
    requires_confirmation: NotRequired[bool | None]
    """The tool is proposed to people, and run when one of them has confirmed it"""
    compensation: NotRequired[ToolCompensationInput | None]


ToolsCreateBodyDefinition: TypeAlias = "HttpToolDefinition | EndCallToolDefinition | TransferToolDefinition | CalculatorToolDefinition | McpToolDefinition | ConnectorToolDefinition"


class ToolsDeleteAnswer(TypedDict):
    status: Literal["archived"]
    tool_uuid: str


class ToolsMcpConnectAnswer(TypedDict):
    authorization_url: str
    """Where a person signs in; works once, within ten minutes. For a program it is a page of ours, which says who asks and goes on to the app"""
    state: str


class ToolsTestBody(TypedDict):
    arguments: NotRequired[JsonObject | None]
    """The arguments that the model would send"""
    context: NotRequired[JsonObject | None]
    """Variables of the call, for {{…}} and preset parameters"""
    function: NotRequired[str | None]
    """The function, for an MCP server with several"""


class ToolsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    description: NotRequired[str | None]
    """The agent reads this to decide whether to use the tool"""
    icon: NotRequired[str | None]
    icon_color: NotRequired[str | None]
    definition: NotRequired[ToolsUpdateBodyDefinition | None]
    status: NotRequired[ToolStatus | None]
    requires_confirmation: NotRequired[bool | None]
    """The tool is proposed to people, and run when one of them has confirmed it"""
    compensation: NotRequired[ToolCompensationInput | None]
    """null: it can no longer be undone"""


ToolsUpdateBodyDefinition: TypeAlias = "HttpToolDefinition | EndCallToolDefinition | TransferToolDefinition | CalculatorToolDefinition | McpToolDefinition | ConnectorToolDefinition"


class Transcript(TypedDict):
    workflow_run_id: int
    state: str
    entries: list[TranscriptEntry]
    failed_turns: list[TranscriptFailedTurn]
    """Answers whose language model failed, with the reason"""


class TranscriptEntry(TypedDict):
    id: int
    at: str
    speaker: TranscriptEntrySpeaker
    text: str
    """What was said; the function's name for `tool` and `step`"""
    heard: str | None
    """The part that was heard before the person spoke over it; null: all of it"""
    node_id: str | None
    """The step of the agent's graph"""


TranscriptEntrySpeaker: TypeAlias = "Literal['agent', 'person', 'tool', 'step']"


class TranscriptFailedTurn(TypedDict):
    turn: int
    at: str | None
    error: str


class TransferRouteInput(TypedDict):
    context_value: str
    destination: str


class TransferToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    type: Literal["transfer_call"]
    config: TransferToolDefinitionConfig


class TransferToolDefinitionConfig(TypedDict):
    destination_source: NotRequired[TransferToolDefinitionConfigDestinationSource | None]
    destination: NotRequired[str | None]
    messageType: NotRequired[ToolMessageType | None]
    customMessage: NotRequired[str | None]
    audioRecordingId: NotRequired[str | None]
    timeout: NotRequired[int | None]
    parameters: NotRequired[list[ToolParameterInput] | None]
    resolver: NotRequired[TransferToolDefinitionConfigResolver | None]
    context_mapping: NotRequired[TransferToolDefinitionConfigContextMapping | None]


class TransferToolDefinitionConfigContextMapping(TypedDict):
    rules: NotRequired[list[TransferToolDefinitionConfigContextMappingRule] | None]
    context_path: NotRequired[str | None]
    routes: NotRequired[list[TransferRouteInput] | None]
    fallback_destination: NotRequired[str | None]


class TransferToolDefinitionConfigContextMappingRule(TypedDict):
    context_path: str
    routes: list[TransferRouteInput]


TransferToolDefinitionConfigDestinationSource: TypeAlias = "Literal['static', 'dynamic', 'context_mapping']"


class TransferToolDefinitionConfigResolver(TypedDict):
    type: NotRequired[Literal["http"] | None]
    url: str
    headers: NotRequired[StringMap | None]
    credential_uuid: NotRequired[str | None]
    timeout_ms: NotRequired[int | None]
    wait_message: NotRequired[str | None]
    parameters: NotRequired[list[ToolParameterInput] | None]
    preset_parameters: NotRequired[list[PresetParameterInput] | None]


class TriedModel(TypedDict):
    model: str
    reply: str
    first_word_ms: int | None
    """null: it said nothing"""
    duration_ms: int


class Turn(TypedDict):
    id: str
    status: TurnStatus
    error: str | None
    """Why its language model failed; null: it did not"""
    user_message: TurnMessage | None
    assistant_message: TurnMessage | None
    events: list[TurnEvent]
    created_at: str
    completed_at: str | None


class TurnEvent(TypedDict):
    kind: TurnEventKind
    name: str
    state: str | None
    created_at: str


TurnEventKind: TypeAlias = "Literal['transition', 'tool_call']"


class TurnMessage(TypedDict):
    text: str
    created_at: str


TurnStatus: TypeAlias = "Literal['pending', 'completed', 'failed', 'interrupted']"


class UsageRunList(TypedDict):
    runs: list[UsageRunListRun]
    total_duration_seconds: int
    total_costs: list[Cost]
    """The cost of all runs of the selection, by currency"""
    total_count: int
    page: int
    limit: int
    total_pages: int


class UsageRunListRun(TypedDict):
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
    initial_context: JsonObject
    gathered_context: JsonObject


class ValidationError(TypedDict):
    detail: list[ValidationFault]
    code: NotRequired[str]


class ValidationFault(TypedDict):
    loc: list[str | float]
    msg: str
    type: str


VerificationMethod: TypeAlias = "Literal['call', 'carrier']"


class VerificationOptions(TypedDict):
    methods: list[VerificationOptionsMethod]


class VerificationOptionsMethod(TypedDict):
    method: VerificationMethod
    telephony_configuration_id: int | None
    provider: str | None
    title: str
    description: str
    expires_in_minutes: int
    tries: int | None


class VerifiedNumber(TypedDict):
    phone_number: str
    method: VerificationMethod
    telephony_configuration_id: int | None
    """The account whose carrier has verified it; null: verified by declaration, for every account"""
    proof: VerifiedNumberProof
    """declaration: confirmed by a call through the organization's own account, which nobody else has checked; carrier: the account's carrier has verified it"""
    verified_at: str


class VerifiedNumberList(TypedDict):
    verified_numbers: list[VerifiedNumber]


VerifiedNumberProof: TypeAlias = "Literal['declaration', 'carrier']"


VersionStatus: TypeAlias = "Literal['draft', 'published', 'archived']"


VoiceGender: TypeAlias = "Literal['female', 'male']"


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


class WebhookDelivery(TypedDict):
    id: int
    webhook_id: int
    uuid: str
    """The header webhook-id"""
    event_type: str
    event_id: int | None
    """The event's id on the timeline; null: a test"""
    state: DeliveryState
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
    state: DeliveryState
    attempts: int
    last_status: int | None
    last_error: str | None
    last_attempt_at: str | None
    settled_at: str | None
    created_at: str
    exchange: WebhookExchange | None
    """The last try. Null: there was none, or its words are no longer kept"""


class WebhookDeliveryList(TypedDict):
    deliveries: list[WebhookDelivery]
    next_before_id: int | None


WebhookEventName: TypeAlias = "Literal['message', 'call_started', 'call_ended', 'outcome', 'question', 'decision', 'action_proposed', 'action_settled', 'edit_proposed', 'edit_settled', 'secret_requested', 'secret_provided', 'deliverable', 'campaign', 'document', 'system', 'request.opened', 'request.settled', 'request.expired']"


class WebhookExchange(TypedDict):
    sent_at: str
    took_ms: int
    url: str
    request_headers: StringMap
    """As they were sent; of each signature only the beginning"""
    request_body: str
    """The beginning, at most 16384 characters"""
    answer_status: int | None
    """Null: no answer came; last_error says why"""
    answer_body: str | None
    """The beginning, at most 2048 bytes"""


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


class WebhooksCreateBody(TypedDict):
    url: str
    events: NotRequired[list[WebhookEventName] | None]
    """Kinds of the timeline, such as call_ended, campaign, document; none: every kind. Also request.opened, request.settled, request.expired, which have to be named"""
    description: NotRequired[str | None]
    is_active: NotRequired[bool | None]


class WebhooksDeleteAnswer(TypedDict):
    message: str


class WebhooksUpdateBody(TypedDict):
    url: NotRequired[str | None]
    events: NotRequired[list[WebhookEventName] | None]
    """Kinds of the timeline, such as call_ended, campaign, document; none: every kind. Also request.opened, request.settled, request.expired, which have to be named"""
    description: NotRequired[str | None]
    is_active: NotRequired[bool | None]


class WithdrawnPack(TypedDict):
    slug: str
    withdrawn: Literal[True]

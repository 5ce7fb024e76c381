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
    """Its id, a positive integer; other requests name it by this"""
    email: str
    """An e-mail address"""
    name: str | None
    """The name of the person"""
    organization_id: int
    """The organization"""
    role: Role
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""


class AccountAcceptInvitationBody(TypedDict):
    token: str
    """The token of the invitation's link"""
    password: NotRequired[str | None]
    """The password of the address's account, or of the new account (10 to 200 characters)"""
    name: NotRequired[str | None]
    """The name of the person, where the account is new"""
    cookie: NotRequired[bool | None]
    """true: the session goes into a cookie of the browser instead of the answer"""


class AccountChangePasswordAnswer(TypedDict):
    ended: int
    """How many other sessions were ended"""


class AccountChangePasswordBody(TypedDict):
    current: str
    """The password until now"""
    new: str
    """The new password, 10 to 200 characters"""


class AccountConfirmAppAnswer(TypedDict):
    recovery_codes: list[str] | None
    """Each works once instead of the second factor. Shown this once; null where there are codes already"""
    ended: int
    """How many other sessions ended"""


class AccountConfirmAppBody(TypedDict):
    code: str
    """The six digits that the app shows now"""


class AccountConfirmDomainAnswer(TypedDict):
    domain: str
    """The domain that is proved"""
    proved_at: str | None
    """Since when"""


class AccountConfirmDomainBody(TypedDict):
    token: str
    """From the link in the mail, behind the #"""


class AccountConfirmPasskeyAnswer(TypedDict):
    recovery_codes: list[str] | None
    """Each works once instead of the second factor. Shown this once; null where there are codes already"""
    ended: int
    """How many other sessions ended"""


class AccountConfirmPasskeyBody(TypedDict):
    challenge_id: str
    """From the answer that the passkey was begun with"""
    name: str
    """Its name, as people see it"""
    passkey: JsonObject
    """What the browser gave, as `PublicKeyCredential.toJSON` writes it"""


class AccountConfirmSignUpBody(TypedDict):
    token: str
    """From the link in the mail, behind the #"""
    password: str
    """The password of the sign-up: the mail alone creates no account"""
    cookie: NotRequired[bool | None]
    """For browsers: keep the session in a cookie that scripts cannot read, and answer with an empty token"""


class AccountEndOtherSessionsAnswer(TypedDict):
    ended: int
    """How many other sessions were ended"""


class AccountEndSessionAnswer(TypedDict):
    ended: int
    """How many other sessions were ended"""


class AccountFollower(TypedDict):
    telephony_configuration_id: int
    """The carrier account"""
    countries: NotRequired[list[str] | None]
    """The countries whose numbers it takes, by their codes of two letters; absent: all"""


class AccountFollowerAnswer(TypedDict):
    telephony_configuration_id: int
    """The carrier account"""
    countries: list[str] | None
    """Codes of two letters of the countries whose numbers it takes; null: all"""


class AccountForgotPasswordAnswer(TypedDict):
    mailed: bool
    """Whether this platform sends mail at all; the answer does not depend on the address. Without mail an admin of the organization makes the link"""


class AccountForgotPasswordBody(TypedDict):
    email: str
    """An e-mail address"""


class AccountOrganizationsAnswer(TypedDict):
    organizations: list[AccountOrganizationsAnswerOrganization]
    """The organizations that the user is a member of"""


class AccountOrganizationsAnswerOrganization(TypedDict):
    organization_id: int
    """The organization"""
    name: str
    """Its name, as people see it"""
    role: Role
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""
    is_selected: bool
    """Whether the session works in this one"""


class AccountProveSecondFactorBody(TypedDict):
    token: str
    """The token"""
    code: NotRequired[str | None]
    """The six digits that the app shows now"""
    recovery_code: NotRequired[str | None]
    """One of those that were shown when the second factor was set up; each works once"""
    passkey: NotRequired[JsonObject | None]
    """What the browser gave, as `PublicKeyCredential.toJSON` writes it"""
    cookie: NotRequired[bool | None]
    """For browsers: keep the session in a cookie that scripts cannot read, and answer with an empty token"""


class AccountRemoveSecondFactorAnswer(TypedDict):
    success: bool
    """true: it was done"""


class AccountRemoveSecondFactorBody(TypedDict):
    password: str
    """10 to 200 characters"""
    app: NotRequired[bool | None]
    """true: the authenticator app goes"""
    passkey_id: NotRequired[int | None]
    """The passkey that goes"""


class AccountRenewRecoveryCodesAnswer(TypedDict):
    recovery_codes: list[str]
    """Shown this once"""


class AccountRenewRecoveryCodesBody(TypedDict):
    password: str
    """The account's password, which proves that it is still you"""


class AccountResetPasswordAnswer(TypedDict):
    ended: int
    """How many other sessions were ended"""


class AccountResetPasswordBody(TypedDict):
    token: str
    """The token of the link that was mailed or handed over"""
    password: str
    """10 to 200 characters"""


AccountRoute: TypeAlias = "Literal['default', 'cheapest']"


class AccountSecondFactorAnswer(TypedDict):
    has_app: bool
    """Whether an authenticator app is set up"""
    passkeys: list[Passkey]
    """The passkeys, the oldest first"""
    recovery_codes_left: int
    """Recovery codes that nobody has used yet"""
    needed_from: str | None
    """From then on the organization asks this person for a second factor, who has none; null: it does not, or there is one"""


class AccountSelectOrganizationBody(TypedDict):
    organization_id: int
    """The organization"""
    cookie: NotRequired[bool | None]
    """true: the session goes into a cookie of the browser instead of the answer"""


class AccountSessionsAnswer(TypedDict):
    sessions: list[AccountSessionsAnswerSession]
    """Where the user is logged in"""


class AccountSessionsAnswerSession(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    organization_id: int
    """The organization"""
    created_at: str
    """When it was made"""
    expires_at: str
    """When it ends by itself; null: never"""
    address: str | None
    """The network where it was opened; null: before this was kept"""
    device: str | None
    """The browser and system that opened it, or the program"""
    is_current: bool
    """Whether it is the session of this request"""


class AccountStartAppAnswer(TypedDict):
    secret: str
    """In base32, for typing into the app"""
    uri: str
    """For the app's camera, as a QR code"""


class AccountStartAppBody(TypedDict):
    password: str
    """The account's password, which proves that it is still you"""


class AccountStartPasskeyAnswer(TypedDict):
    challenge_id: str
    """For the request that brings the passkey"""
    options: JsonObject
    """For `navigator.credentials` in a browser, as `PublicKeyCredential.parse…FromJSON` reads it"""


class AccountStartPasskeyBody(TypedDict):
    password: str
    """The account's password, which proves that it is still you"""


class AccountWaysInAnswer(TypedDict):
    providers: list[WayIn]
    """The carriers that an account can be made for"""


class AccountWaysInBody(TypedDict):
    email: str
    """An e-mail address"""


class Act(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: ActKind
    """What was done; `changed`: any change that has no kind of its own"""
    actor: str
    """`user:7` or `api_key:12`; `unknown`: a log-in that failed; `link`: who opened a signed link; `directory`: the organization's directory, by SCIM"""
    user_id: int | None
    """The person behind it: of a key, who made it; null: a link tells nobody"""
    operation: str | None
    """The operation's id; null: a log-in, or the first use of a key from a network"""
    subject: ActSubject
    """What it was done to: the ids of the path; of a call over MCP the program, its tool and how it ended"""
    address: str | None
    """The number or address as it was given"""
    user_agent: str | None
    """How the caller's browser or program names itself"""


ActKind: TypeAlias = "Literal['logged_in', 'log_in_failed', 'logged_out', 'password_changed', 'second_factor_changed', 'key_made', 'key_used_from_new_network', 'looked_at_person', 'looked_at_original', 'downloaded', 'exported', 'secret_read', 'called_over_mcp', 'changed']"


class ActList(TypedDict):
    acts: list[Act]
    """What was done, the newest first"""
    next_cursor: int | None
    """Send it as `cursor` for the next page; null: this is the last"""


ActSubject: TypeAlias = "dict[str, str | float]"


class ActionArguments(TypedDict):
    event_id: int
    """The event on the timeline"""
    arguments: JsonObject
    """The arguments, by name"""


AdmissionRule: TypeAlias = "Literal['readiness', 'time_limit', 'do_not_call', 'consent', 'number_kind', 'pack_permission', 'campaign', 'retry_wait', 'window', 'attempts', 'pack_times', 'daily_quota', 'budget', 'concurrency', 'pace']"


class Agent(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    workflow_uuid: str
    """The agent, by its UUID"""
    name: str
    """Its name, as people see it"""
    status: AgentStatus
    """Its state"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    folder_id: int | None
    """The channel; null: none"""
    version: int | None
    """The number of the published version"""
    draft_version: int | None
    """The number of the draft, when there is one"""
    template_id: str | None
    """The template that it was hired from; null: none"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""
    total_runs: int
    """How many calls and sessions it has had"""
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
    """Whether the definition here is a draft or published"""
    workflow_configurations: JsonObject
    """The settings of the agent; the guide to agents' fields describes each"""
    template_context_variables: JsonObject
    """Values of {{variables}} where neither the contact nor the call has one, by name"""
    call_disposition_codes: JsonObject | None
    """The dispositions that the agent may give a call"""
    disposition_codes: list[str]
    """The dispositions that a call can end with"""
    publish_needs_rehearsal: bool
    """Whether a version is published only after a green rehearsal of it"""


class AgentConfigurations(TypedDict):
    max_call_duration: NotRequired[int | None]
    """Seconds after which the agent says `phrases.time_is_up` and ends the call"""
    max_user_idle_timeout: NotRequired[float | None]
    """Seconds of silence after which the agent asks whether the person is still there; after as many again the call ends"""
    text_chat_inactivity_timeout_seconds: NotRequired[int | None]
    """Seconds without a message after which a session in text ends"""
    sms_inactivity_timeout_seconds: NotRequired[int | None]
    """Seconds without a text (SMS) after which the conversation with a person who writes texts ends; the next text begins another one"""
    language: NotRequired[str | None]
    """The language of speech, recognition and dates (BCP 47)"""
    voice: NotRequired[AgentConfigurationsVoice | None]
    """The voice of the agent; each carrier, and the model in conversations with audio, maps it to one of its own, and saving is refused when none of them has it"""
    phrases: NotRequired[AgentConfigurationsPhrases | None]
    """Own words for moments that the definition has no words for; each may be left out"""
    voicemail_detection: NotRequired[AgentConfigurationsVoicemailDetection | None]
    """What the agent does on a voicemail; unset: it talks as to a person"""
    call_reason: NotRequired[str | None]
    """What a screening service is told after the organization's name: why the agent calls, in a few words, with {{variables}}; unset: the name alone"""
    tool_music_recording_id: NotRequired[str | None]
    """A recording that plays, again and again, while a tool takes longer than a second, in place of `phrases.one_moment`: in conversations with audio and over SIP trunks, until the agent goes on or the person speaks; carriers that speak themselves play none and say the phrase"""
    send_keys_enabled: NotRequired[bool | None]
    """Whether the agent may press keys on the telephone (`send_keys`), as menus ask for; nothing is pressed in text and in the browser"""
    call_recording_enabled: NotRequired[bool | None]
    """Whether calls are recorded; `disclosure` is said first then"""
    disclosure: NotRequired[str | None]
    """The first sentence of every call: that it is recorded and that an artificial voice speaks. A recorded call without an own one begins with a sentence of ours, unless the organization has switched that off"""
    dictionary: NotRequired[str | None]
    """Names and words, separated by commas, that come up in calls: the model is told how they are spelled"""
    context_compaction_enabled: NotRequired[bool | None]
    """Whether the model is told less of earlier steps in long calls: the last 40 sentences, and the beginnings of what tools and documents answered"""
    redaction: NotRequired[Redaction | None]
    """What is left out of this agent's conversations before it is stored or sent, besides what the organization leaves out: `kinds` of numbers and addresses, `in` words, recording, variables or webhooks"""
    models: NotRequired[AgentConfigurationsModels | None]
    """The models of this agent; they come before the organization's"""
    smart_turn_stop_secs: NotRequired[Literal[2] | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by its length, the words and the sound"""
    turn_start_strategy: NotRequired[Literal["default"] | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by its length, the words and the sound"""
    turn_start_min_words: NotRequired[Literal[3] | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by its length, the words and the sound"""
    provisional_vad_pause_secs: NotRequired[float | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by its length, the words and the sound"""
    turn_stop_strategy: NotRequired[Literal["transcription"] | None]
    """Carriers decide when somebody has begun and finished speaking, and conversations with audio by its length, the words and the sound"""
    ambient_noise_configuration: NotRequired[AgentConfigurationsAmbientNoiseConfiguration | None]
    """Agents speak without noise behind their voice"""
    external_pbx_field_mappings: NotRequired[list[Any] | None]
    """No fields or headers are sent to a PBX. Leave it out"""
    external_pbx_lead_headers: NotRequired[list[Any] | None]
    """No fields or headers are sent to a PBX. Leave it out"""


class AgentConfigurationsAmbientNoiseConfiguration(TypedDict):
    enabled: NotRequired[Literal[False] | None]
    """Whether it is in force"""
    volume: NotRequired[float | None]
    """How loud it is, 0 to 1"""


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
    """`openai`, or anything compatible with `base_url`; `deepgram`, `elevenlabs`, `cartesia`, `azure`; `local`: this machine"""
    model: str
    """As its provider calls it"""
    base_url: NotRequired[str | None]
    """The address of a compatible provider"""
    credential_uuid: NotRequired[str | None]
    """The credential with its key: of type `api_key` or `bearer_token`"""


class AgentConfigurationsModelsTts(TypedDict):
    provider: SpeechProvider
    """`openai`, or anything compatible with `base_url`; `deepgram`, `elevenlabs`, `cartesia`, `azure`; `local`: this machine"""
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
    """Said when the model takes longer than three seconds, or a tool longer than four, and every twelve seconds while it works"""
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
    """Whether the voice is a woman's or a man's"""
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
    """The steps"""
    edges: NotRequired[list[AgentDefinitionEdge] | None]
    """The ways from a step to another"""


class AgentDefinitionEdge(TypedDict):
    id: str
    """Its id, a positive integer; other requests name it by this"""
    source: str
    """Where it comes from"""
    target: str
    """The id of the step that the way leads to"""
    data: NotRequired[JsonObject | None]
    """Its settings; the guide to agents' fields describes each"""


class AgentDefinitionNode(TypedDict):
    id: str
    """Its id, a positive integer; other requests name it by this"""
    type: str
    """Which type it is"""
    position: NotRequired[AgentDefinitionNodePosition | None]
    """Where an editor draws the step"""
    data: NotRequired[JsonObject | None]
    """Its settings; the guide to agents' fields describes each"""


class AgentDefinitionNodePosition(TypedDict):
    x: float
    """Pixels from the left"""
    y: float
    """Pixels from the top"""


class AgentListItem(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    workflow_uuid: str
    """The agent, by its UUID"""
    name: str
    """Its name, as people see it"""
    status: AgentStatus
    """Its state"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    folder_id: int | None
    """The channel; null: none"""
    version: int | None
    """The number of the published version"""
    draft_version: int | None
    """The number of the draft, when there is one"""
    template_id: str | None
    """The template that it was hired from; null: none"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""
    total_runs: int
    """How many calls and sessions it has had"""


AgentStatus: TypeAlias = "Literal['active', 'archived']"


class AgentValidation(TypedDict):
    is_valid: bool
    """Whether the agent can take calls as it is"""
    errors: list[AgentValidationError]
    """What keeps it from taking calls"""


class AgentValidationError(TypedDict):
    kind: AgentValidationErrorKind
    """Which kind it is"""
    id: str | None
    """Its id, a positive integer; other requests name it by this"""
    field: str | None
    """The field with the fault; null: the whole step"""
    message: str
    """A sentence for people on what was done"""


AgentValidationErrorKind: TypeAlias = "Literal['node', 'edge', 'workflow']"


class AgentVersion(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    version_number: int
    """Which version it is, from 1"""
    status: VersionStatus
    """Its state"""
    created_at: str
    """When it was made"""
    published_at: str | None
    """When it was published; null: a draft"""
    workflow_json: JsonObject
    """The graph of this version"""
    workflow_configurations: JsonObject
    """The settings of the agent; the guide to agents' fields describes each"""
    template_context_variables: JsonObject
    """Values of {{variables}} where neither the contact nor the call has one, by name"""


class AgentWebhookSecret(TypedDict):
    secret: str
    """The secret that callbacks are signed with"""


class AgentsCountAnswer(TypedDict):
    total: int
    """How many there are in all"""
    active: int
    """How many are active"""
    archived: int
    """How many are archived"""


class AgentsCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    folder_id: NotRequired[int | None]
    """The channel; null: none"""
    workflow_definition: NotRequired[AgentDefinition | None]
    """The same as `definition`"""
    definition: NotRequired[AgentDefinition | None]
    """The graph: its steps and the ways between them"""
    disposition_codes: NotRequired[list[str] | None]
    """The dispositions that a call can end with"""
    call_disposition_codes: NotRequired[DispositionCodesInput | None]
    """The dispositions that the agent may give a call"""
    workflow_configurations: NotRequired[AgentConfigurations | None]
    """The settings of the agent; the guide to agents' fields describes each"""
    template_context_variables: NotRequired[JsonObject | None]
    """Values of {{variables}} where neither the contact nor the call has one"""


class AgentsCreateError409(TypedDict):
    detail: str | AgentValidation
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class AgentsCreateError422(TypedDict):
    detail: list[ValidationFault] | AgentValidation
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class AgentsDuplicateError422(TypedDict):
    detail: list[ValidationFault] | AgentValidation
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class AgentsMoveBody(TypedDict):
    folder_id: int | None
    """The channel; null: none"""


class AgentsNodeTypesAnswer(TypedDict):
    spec_version: str
    """The version of this description of steps"""
    node_types: list[NodeType]
    """The types of steps"""


class AgentsPublishBody(TypedDict):
    expected_digest: NotRequired[str | None]
    """The `definition_digest` that was read; where somebody has changed it since, nothing is changed (409)"""
    override_reason: NotRequired[str | None]
    """Why an owner publishes a version that was not rehearsed or is red; it is kept in the timeline"""


class AgentsPublishError409(TypedDict):
    detail: str | AgentValidation | NotRehearsed
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class AgentsPublishError422(TypedDict):
    detail: list[ValidationFault] | AgentValidation
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class AgentsSetStatusBody(TypedDict):
    status: AgentStatus
    """Its state"""


class AgentsSummaryAnswerItem(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""


class AgentsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    publish_needs_rehearsal: NotRequired[bool | None]
    """Whether a version is published only after a green rehearsal of it; an owner switches it off"""
    workflow_definition: NotRequired[AgentDefinition | None]
    """The same as `definition`"""
    definition: NotRequired[AgentDefinition | None]
    """The graph: its steps and the ways between them"""
    disposition_codes: NotRequired[list[str] | None]
    """The dispositions that a call can end with"""
    call_disposition_codes: NotRequired[DispositionCodesInput | None]
    """The dispositions that the agent may give a call"""
    workflow_configurations: NotRequired[AgentConfigurations | None]
    """The settings of the agent; the guide to agents' fields describes each"""
    template_context_variables: NotRequired[JsonObject | None]
    """Values of {{variables}} where neither the contact nor the call has one"""
    expected_digest: NotRequired[str | None]
    """The `definition_digest` that was read; where somebody has changed it since, nothing is changed (409)"""
    expected_settings_digest: NotRequired[str | None]
    """The `settings_digest` that was read; where somebody has changed it since, nothing is changed (409)"""


class AgentsUpdateError409(TypedDict):
    detail: str | AgentValidation
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class AgentsValidateBody(TypedDict):
    workflow_definition: NotRequired[AgentDefinition | None]
    """The same as `definition`"""
    definition: NotRequired[AgentDefinition | None]
    """The graph: its steps and the ways between them"""


class AnalyticsView(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    shared: bool
    """Whether everybody in the organization sees it"""
    is_own: bool
    """Whether the caller made it"""
    question: KeptQuestion
    """The query of the question, as `GET /analytics` takes it"""
    missing: list[AnalyticsViewMissingItem]
    """What it asks for and is gone: the question is answered with 404 until it names something else"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""


class AnalyticsViewList(TypedDict):
    views: list[AnalyticsView]
    """The views, by name"""


class AnalyticsViewMissingItem(TypedDict):
    kind: AnalyticsViewMissingItemKind
    """Which kind it is"""
    id: int
    """Its id, a positive integer; other requests name it by this"""


AnalyticsViewMissingItemKind: TypeAlias = "Literal['agent', 'campaign', 'contact_list']"


class AnalyticsViewsCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    shared: NotRequired[bool | None]
    """Everybody in the organization sees it"""
    question: AskedQuestion
    """The question to whoever hires it"""


class AnalyticsViewsDeleteAnswer(TypedDict):
    success: Literal[True]
    """true: it was done"""


class AnalyticsViewsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    shared: NotRequired[bool | None]
    """Whether everybody in the organization sees it"""
    question: NotRequired[AskedQuestion | None]
    """The question to whoever hires it"""


class AnswerEvidence(TypedDict):
    source: AnswerSource
    """`carrier`: its own detection; `words`: what was said first; `tone`: a tone that was heard"""
    carrier_word: str | None
    """The carrier's own word"""
    kind: IvrKind | None
    """What kind of `ivr`"""
    words: str | None
    """What was said first, until words are removed"""
    tones: list[str]
    """The tones that were heard, such as `beep`"""
    decided_after_ms: int | None
    """From the answer to the decision"""
    person_came: bool
    """A person came on the line after the machine"""


AnswerSource: TypeAlias = "Literal['carrier', 'words', 'tone']"


AnsweredBy: TypeAlias = "Literal['person', 'voicemail', 'screening', 'ivr', 'unknown']"


class ApiKey(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    key_prefix: str
    """The first 12 characters of the key, to recognize it by"""
    environment: Environment
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    is_active: bool
    """It is neither archived nor expired"""
    is_expired: bool
    """Whether its last day is over"""
    expires_at: str | None
    """When it ends by itself; null: never"""
    scopes: list[Scope] | None
    """null: all that the role may"""
    client_name: str | None
    """The program that somebody let in by signing in; null: an ordinary key"""
    role: ClientRole | None
    """The most that the program may do; null: all that the maker of the key may"""
    created_at: str
    """When it was made"""
    last_used_at: str | None
    """When it was last used, to the minute; null: never"""
    archived_at: str | None
    """When it was archived: it is refused since; null: it is in use"""


class Archive(TypedDict):
    archive_id: str
    """The archive"""
    day: str
    """The day, in UTC, whose calls are in it"""
    state: ArchiveState
    """Its state"""
    runs: int
    """Calls of that day when it was begun"""
    runs_removed: int
    """Runs that are gone"""
    file_count: int
    """How many files"""
    size_bytes: int
    """Bytes of all files"""
    created_at: str
    """When it was made"""
    finished_at: str | None
    """When it ended; null before"""


class ArchiveDownload(TypedDict):
    url: str
    """Where it is read"""
    expires_at: str
    """Until then"""
    name: str
    """The name of the file"""
    sha256: str
    """SHA-256 of the file as it is stored, in hexadecimal"""


class ArchiveFile(TypedDict):
    file_id: int
    """The file"""
    name: str
    """The name of the file"""
    rows: int
    """Rows without the line of names"""
    size_bytes: int
    """Bytes as it is stored"""
    sha256: str
    """SHA-256 of the file as it is stored, in hexadecimal"""


class ArchiveList(TypedDict):
    archives: list[Archive]
    """The archives, newest first"""
    next: NextArchives | None
    """What is archived next; null: calls are kept for good"""
    next_cursor: int | None
    """Send it as `cursor` for the next page; null: this is the last"""


ArchiveState: TypeAlias = "Literal['running', 'done']"


class AskedHours(TypedDict):
    slots: list[CallingHoursSlotInput]
    """The openings of a week; outside of them nobody is called"""
    timezone: NotRequired[str | None]
    """For people whose zone is unknown; absent: the organization's"""
    holiday_calendar: NotRequired[str | None]
    """A calendar of holidays on which nobody is called"""


class AskedQuestion(TypedDict):
    measures: NotRequired[str | None]
    """Up to 6 of calls, answered, voicemail, opted_out, interrupted, ring_time, talk_time, turns, interruptions, answer_latency, slowest_answer, variable:NAME and filled:NAME, separated by commas"""
    by: NotRequired[str | None]
    """Up to 2 of day, week, month, hour_of_day, day_of_week, agent, agent_version, campaign, contact_list, outcome, disposition, answered_by, direction, channel and variable:NAME, separated by commas"""
    timezone: NotRequired[str | None]
    """The zone in which days, weeks, months and hours begin; by default the organization's"""
    days: NotRequired[int | None]
    """The last days, of which the last is today, in place of start_date and end_date; without any of them 30"""
    filters: NotRequired[str | None]
    """JSON array of {attribute, type, value}; dates without a time are days in the organization's zone"""
    workflow_id: NotRequired[int | None]
    """Calls of this agent"""
    campaign_id: NotRequired[int | None]
    """Calls of this campaign"""
    phone_number: NotRequired[str | None]
    """Part of the number of either side, however it is written"""
    outcome: NotRequired[str | None]
    """Calls that ended so, such as `no_answer`"""
    disposition: NotRequired[str | None]
    """Calls with this disposition of the agent, or this outcome where it gave none"""
    answered_by: NotRequired[AnsweredBy | None]
    """Calls that were answered by these"""
    status: NotRequired[RunProgress | None]
    """Calls that are over, or that are not"""
    call_direction: NotRequired[CallDirection | None]
    """Calls in, or calls out"""
    environment: NotRequired[Environment | None]
    """Calls of production, or of the sandbox"""
    start_date: NotRequired[str | None]
    """Calls from this instant on; a date is a day in the organization's zone"""
    end_date: NotRequired[str | None]
    """Inclusive; a date without a time is a whole day in the organization's zone, as in calls.dailyUsage"""


class AskedRetrySettings(TypedDict):
    enabled: NotRequired[bool]
    """Whether it is in force"""
    max_retries: NotRequired[int]
    """How often somebody is called again at most"""
    retry_delay_seconds: NotRequired[int]
    """Seconds until the next call"""
    retry_delays_seconds: NotRequired[list[int] | None]
    """The delay before the n-th retry; later retries wait `retry_delay_seconds`. An empty list: all of them do"""
    retry_on_busy: NotRequired[bool]
    """Whether a busy line is called again"""
    retry_on_no_answer: NotRequired[bool]
    """Whether a call that nobody took is made again"""
    retry_on_voicemail: NotRequired[bool]
    """Whether a call that a mailbox took is made again"""
    retry_on_answered_by: NotRequired[list[AnsweredBy] | None]
    """Who is called again of those who answered; null: as the other fields say"""


class AttentionItem(TypedDict):
    kind: AttentionItemKind
    """Which kind it is"""
    timeline_event_id: int | None
    """The event on the timeline; null: none"""
    at: str
    """When it was"""
    summary: str
    """One sentence for people"""
    subject: str | None
    """The document, the campaign, the app, the carrier account, the contact list, the key or the organization; null: a request"""
    reason: str | None
    """Why it has stopped, or when the key expires; null: a request"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    campaign_id: int | None
    """The campaign; null: none"""
    document_uuid: str | None
    """The document"""
    folder_id: int | None
    """The channel of a request"""
    is_mine: bool
    """You are a member of that channel"""
    expires_at: str | None
    """Until then a request can be answered"""


AttentionItemKind: TypeAlias = "Literal['question', 'action_proposed', 'edit_proposed', 'secret_requested', 'document_failed', 'breaker_tripped', 'campaign_failed', 'connector_expired', 'account_set_aside', 'time_zone_refused', 'model_failed', 'key_expires']"


class AvailableNumbers(TypedDict):
    numbers: list[AvailableNumbersNumber]
    """The numbers"""


class AvailableNumbersNumber(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    locality: str | None
    """The place of the number, as the carrier names it"""
    region: str | None
    """The region of the number, as the carrier names it"""
    capabilities: list[AvailableNumbersNumberCapability]
    """What the number can do"""
    monthly_cost_minor: int | None
    """The rent for a month, in the minor unit of the currency; null: not known"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""


AvailableNumbersNumberCapability: TypeAlias = "Literal['voice', 'sms', 'mms', 'fax']"


class BackFillPreview(TypedDict):
    contacts: int
    """Contacts that the back-fill would call"""
    not_dialled: int
    """Those of them whose last call never reached the carrier"""
    end_unknown: int
    """Those of them whose last call ended unknown, with nobody reached"""
    called_again: int
    """Contacts that the outage hit, and that a redial or an earlier back-fill has"""
    under_way: int
    """Calls of that span that are not over"""
    refusal: str | None
    """Why a back-fill would be refused now; null: it would not"""
    back_fill_campaign_id: int | None
    """The back-fill that was made for exactly this span; null: none"""


class BudgetStanding(TypedDict):
    whose: BudgetStandingWhose
    """day and month: of the organization, in its zone"""
    limit_minor: int
    """The limit in the minor unit of the currency"""
    spent_minor: int
    """What calls that are priced have cost, and the tokens of their models"""
    held_minor: int
    """The highest cost of calls whose cost is not known yet, and what models may still cost"""
    spent_on_models_minor: int
    """The models' part of `spent_minor`"""
    held_for_models_minor: int
    """The models' part of `held_minor`"""
    currency: str
    """The three letters of ISO 4217, such as EUR"""
    renews_at: str | None
    """When it renews; null: never"""


BudgetStandingWhose: TypeAlias = "Literal['campaign', 'day', 'month']"


class CalculatorToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    """The version of the definition's form: 1"""
    type: Literal["calculator"]
    """Which type it is"""


class Calendar(TypedDict):
    events: list[CalendarEvent]
    """In their order"""
    dialling: list[DiallingCampaign]
    """The campaigns that run or are paused"""
    days: list[CalendarDay]
    """Each date of the span, with the hours of the campaigns that are planned or dial; where there is none, the organization's. Rule packs may close more"""
    left_off: bool
    """There is more than an answer has room for"""


class CalendarDay(TypedDict):
    date: str
    """A day, YYYY-MM-DD, in the zone that the answer names"""
    open: list[DayOpening]
    """When somebody may be called, on each person's own clock; none: nobody is called that day"""
    is_holiday: bool
    """It is a holiday of at least one of them"""
    holiday_of: list[int]
    """The campaigns that leave it out"""


class CalendarEvent(TypedDict):
    kind: CalendarEventKind
    """Which kind it is"""
    at: str
    """Of `call_backs`: the hour"""
    local: str | None
    """What each called person's clock shows then; null: it is one instant for everybody"""
    count: int | None
    """Of `call_backs`: how many people asked for it"""
    campaign_id: int
    """The campaign; null: none"""
    campaign_name: str
    """The campaign's name"""
    state: CampaignState
    """Its state"""


CalendarEventKind: TypeAlias = "Literal['starts', 'ends', 'occurrence', 'call_backs']"


CallDirection: TypeAlias = "Literal['inbound', 'outbound']"


class CallFigure(TypedDict):
    measure: str
    """The measure"""
    calls: int
    """The calls that the measure counts"""
    share: float | None
    """Of a count: these calls, of all calls of the row, from 0 to 1; else null"""
    sum: float | None
    """Of an amount; null: no call has it"""
    mean: float | None
    """Of an amount; null: no call has it"""
    p50: float | None
    """Of an amount: half of the calls have as much or less"""
    p95: float | None
    """Of an amount: 95 of a hundred calls have as much or less"""
    calls_query: str
    """The query of `GET /organizations/usage/runs` that lists exactly these calls"""


class CallFigures(TypedDict):
    timezone: str
    """The zone in which days, weeks, months and hours begin"""
    environment: Environment
    """The calls of the sandbox, or those of production: never both"""
    start_date: str | None
    """The first day or instant; null: from the first call on"""
    end_date: str | None
    """The last day or instant; null: up to now"""
    measures: list[CallMeasure]
    """What is counted or measured"""
    by: list[str]
    """What the calls are grouped by"""
    rows: list[CallFiguresRow]
    """Times by their course, everything else by its calls, most first"""
    total: CallFiguresTotal
    """All calls of the question together"""


class CallFiguresRow(TypedDict):
    by: list[CallFiguresRowByItem]
    """One for each dimension, in their order"""
    calls: int
    """All calls of the row"""
    calls_query: str
    """The query of `GET /organizations/usage/runs` that lists exactly these calls"""
    figures: list[CallFigure]
    """One for each measure, in their order"""


class CallFiguresRowByItem(TypedDict):
    value: str | None
    """null: calls that have none"""
    name: str | None
    """Of a row that has a name, such as an agent"""


class CallFiguresTotal(TypedDict):
    calls: int
    """All calls of the row"""
    calls_query: str
    """The query of `GET /organizations/usage/runs` that lists exactly these calls"""
    figures: list[CallFigure]
    """One for each measure, in their order"""


class CallMeasure(TypedDict):
    name: str
    """As a question names it"""
    kind: CallMeasureKind
    """`count`: calls that are so; `amount`: a number of each call"""
    unit: CallMeasureUnit
    """What is charged for"""
    counts: str
    """Which calls count"""


CallMeasureKind: TypeAlias = "Literal['count', 'amount']"


CallMeasureUnit: TypeAlias = "Literal['calls', 'seconds', 'milliseconds', 'turns', 'interruptions', 'number']"


class CallMeasures(TypedDict):
    measures: list[CallMeasure]
    """What can be counted or measured"""
    dimensions: list[CallMeasuresDimension]
    """What calls can be grouped by"""
    variables: list[CallMeasuresVariable]
    """What published agents gather: `variable:NAME` and `filled:NAME`"""


class CallMeasuresDimension(TypedDict):
    name: str
    """Its name, as people see it"""
    kind: CallMeasuresDimensionKind
    """Which kind it is"""
    none: str | None
    """Which calls have no value; null: every call has one"""


CallMeasuresDimensionKind: TypeAlias = "Literal['time', 'row', 'word']"


class CallMeasuresVariable(TypedDict):
    name: str
    """Its name, as people see it"""
    type: CallMeasuresVariableType
    """Which type it is"""


CallMeasuresVariableType: TypeAlias = "Literal['string', 'number', 'boolean']"


class CallOutlook(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    as_of: str
    """The moment for which this holds"""
    may_be_dialled: bool
    """Whether the number may be called now"""
    blocked_by: AdmissionRule | None
    """The first rule that keeps the number from being dialled"""
    sentence: str | None
    """The sentence of that rule"""
    law: Law | None
    """The rule of a rule pack that says so; null: no such rule"""
    next_at: str | None
    """When it may be dialled if nothing but the time changes; null: not by time alone, or not within eight days"""
    rules: list[OutlookRule]
    """In the order in which admission asks them"""


class CallWithPerson(TypedDict):
    run_id: int
    """The call, by its run"""
    direction: CallDirection
    """Whether we called or were called"""
    mode: str
    """How the conversation is held: by telephone, in text or in a browser"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    state: str
    """Its state"""
    outcome: str | None
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    disposition: str | None
    """What the agent noted of it; null: nothing"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_name: str
    """The name of the agent"""
    provider: str | None
    """The carrier or provider"""
    account_name: str | None
    """The carrier account that the call took"""
    attempt: int
    """Which call to the contact it is in its campaign, from 1"""
    answered_by: str | None
    """Who answers the call"""
    opted_out: bool
    """Calls in which the person did not want to be called again"""
    started_at: str | None
    """When it began; null before"""
    answered_at: str | None
    """When it was answered; null: it was not"""
    ended_at: str | None
    """When it ended; null before"""
    duration_seconds: int | None
    """Seconds from the answer to the end"""
    cost_minor: int | None
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""
    requests: list[RequestOfCall]
    """What people were asked in the call"""
    transfers: list[TransferOfCall]
    """To whom the call was handed"""


CallerIdStrategy: TypeAlias = "Literal['default', 'rotate', 'local_presence']"


class CallerLine(TypedDict):
    when: NotRequired[str]
    """Text that the person's words have to contain for this reply"""
    say: NotRequired[str]
    """What the agent says"""
    press: NotRequired[str]
    """Keys that they press: 0-9, *, #, A-D"""
    silence_seconds: NotRequired[int]
    """How long they say nothing"""
    hang_up: NotRequired[bool]
    """They hang up"""
    interrupts_after_words: NotRequired[int]
    """They speak over the agent after this many of its words, where it may be interrupted"""


class CallerLineInput(TypedDict):
    when: NotRequired[str]
    """Text that the person's words have to contain for this reply"""
    say: NotRequired[str]
    """What the agent says"""
    press: NotRequired[str]
    """Keys that they press: 0-9, *, #, A-D"""
    silence_seconds: NotRequired[int]
    """How long they say nothing"""
    hang_up: NotRequired[Literal[True]]
    """They hang up"""
    interrupts_after_words: NotRequired[int]
    """They speak over the agent after this many of its words, where it may be interrupted"""


class CallingHours(TypedDict):
    enabled: bool
    """Whether it is in force"""
    reason: str | None
    """Why, in words for people"""
    slots: list[CallingHoursSlot]
    """The openings of a week; outside of them nobody is called"""
    holidays: list[str]
    """Days on which nobody is called, YYYY-MM-DD"""
    holiday_calendar: str | None
    """The country or region whose public holidays are left out, such as US or DE-BY; null: none"""
    one_off: bool
    """Whether single calls keep the calling hours too"""


class CallingHoursInput(TypedDict):
    enabled: NotRequired[bool | None]
    """Whether it is in force"""
    reason: NotRequired[str | None]
    """Why they are switched off; the reason is stored"""
    slots: NotRequired[list[CallingHoursSlotInput] | None]
    """The openings of a week; outside of them nobody is called"""
    holidays: NotRequired[list[str] | None]
    """Dates on which nobody is called, in the called person's own calendar"""
    holiday_calendar: NotRequired[str | None]
    """The country or region whose public holidays are left out, such as US or DE-BY; null: none"""
    one_off: NotRequired[bool | None]
    """Whether calls outside campaigns keep them too"""


class CallingHoursSlot(TypedDict):
    day_of_week: int
    """0 is Monday, 6 is Sunday"""
    start_time: str
    """HH:MM on the called person's clock"""
    end_time: str
    """HH:MM on the called person's clock; dialling ends before this minute"""


class CallingHoursSlotInput(TypedDict):
    day_of_week: int
    """0 = Monday"""
    start_time: str
    """HH:MM on the called person's clock"""
    end_time: str
    """Half-open: dialling ends before this minute"""


class CallsCreateBody(TypedDict):
    mode: str
    """A carrier of `telephony.providers`, `textchat` or `smallwebrtc`"""
    name: str
    """Its name, as people see it"""
    initial_context: NotRequired[JsonObject | None]
    """Variables that the conversation begins with, by name"""
    recognition: NotRequired[Recognition | None]
    """For `smallwebrtc`: `local` (the default) speaks and hears by the platform where it can; `browser` always by the browser's own speech"""


class CallsInitiateBody(TypedDict):
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: NotRequired[int | None]
    """The call"""
    phone_number: NotRequired[str | None]
    """E.164, or national in the organization's country"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""
    from_phone_number_id: NotRequired[int | None]
    """The number that the call shows; null: by the account's strategy"""


class CallsOfIntake(TypedDict):
    workflow_ids: NotRequired[list[int]]
    """The agents"""
    campaign_ids: NotRequired[list[int]]
    """The campaigns"""
    when: NotRequired[str]
    """The expression of CEL that is true of them"""


CallsPolicyWhatIfBody = TypedDict("CallsPolicyWhatIfBody", {
    "from": "str",
    "to": "str",
    "hours": "NotRequired[AskedHours | None]",
    "holidays": "NotRequired[list[str] | None]",
    "max_attempts_per_number_per_day": "NotRequired[int | None]",
    "do_not_call": "NotRequired[list[str] | None]",
    "budget": "NotRequired[CampaignBudgetInput | None]",
    "rule_packs": "NotRequired[list[str] | None]",
    "unconfirmed_rules": "NotRequired[list[str] | None]",
    "own_rules": "NotRequired[list[OwnRule] | None]",
})


CallsPolicyWhatIfReportBody = TypedDict("CallsPolicyWhatIfReportBody", {
    "from": "str",
    "to": "str",
    "hours": "NotRequired[AskedHours | None]",
    "holidays": "NotRequired[list[str] | None]",
    "max_attempts_per_number_per_day": "NotRequired[int | None]",
    "do_not_call": "NotRequired[list[str] | None]",
    "budget": "NotRequired[CampaignBudgetInput | None]",
    "rule_packs": "NotRequired[list[str] | None]",
    "unconfirmed_rules": "NotRequired[list[str] | None]",
    "own_rules": "NotRequired[list[OwnRule] | None]",
})


class CallsRemovalsCreateBody(TypedDict):
    run_ids: NotRequired[list[int] | None]
    """Ids of runs"""
    where: NotRequired[RemovedRunsWhere | None]
    """Conditions that all have to hold"""
    expected_runs: NotRequired[int | None]
    """What the preview said; with another number of runs nothing is removed"""


class CallsRemovalsPreviewBody(TypedDict):
    run_ids: NotRequired[list[int] | None]
    """Ids of runs"""
    where: NotRequired[RemovedRunsWhere | None]
    """Conditions that all have to hold"""


class CallsRemoved(TypedDict):
    calls: int
    """Removed calls"""
    at: str
    """When the last of them was removed"""


class CallsStartBody(TypedDict):
    phone_number: str
    """E.164, or national in the organization's country"""
    initial_context: NotRequired[JsonObject | None]
    """Variables that the conversation begins with, by name"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""
    from_phone_number_id: NotRequired[int | None]
    """The number that the call shows; null: by the account's strategy"""


class CallsStartByWorkflowBody(TypedDict):
    phone_number: str
    """E.164, or national in the organization's country"""
    initial_context: NotRequired[JsonObject | None]
    """Variables that the conversation begins with, by name"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""
    from_phone_number_id: NotRequired[int | None]
    """The number that the call shows; null: by the account's strategy"""


class CallsStartTestBody(TypedDict):
    phone_number: str
    """E.164, or national in the organization's country"""
    initial_context: NotRequired[JsonObject | None]
    """Variables that the conversation begins with, by name"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""
    from_phone_number_id: NotRequired[int | None]
    """The number that the call shows; null: by the account's strategy"""


class CallsStartTestByWorkflowBody(TypedDict):
    phone_number: str
    """E.164, or national in the organization's country"""
    initial_context: NotRequired[JsonObject | None]
    """Variables that the conversation begins with, by name"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""
    from_phone_number_id: NotRequired[int | None]
    """The number that the call shows; null: by the account's strategy"""


class Campaign(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_name: str
    """The name of the agent"""
    state: CampaignState
    """Its state"""
    environment: Environment
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    source_type: str
    """`contact_list`, or `csv`: an uploaded file"""
    source_id: str
    """For `csv` the object_store_key of the file, for `contact_list` the list's id as text"""
    contact_list_id: int | None
    """The contact list"""
    segment: CampaignSegment | None
    """The part of the list that it calls, as it was then; null: the whole list"""
    total_rows: int | None
    """How many rows the list or file has; null before it is read"""
    processed_rows: int
    """How many rows are done with"""
    failed_rows: int
    """How many rows ended without being reached"""
    created_at: str
    """When it was made"""
    starts_at: MomentSetting | None
    """When it begins once it was started; null: at once"""
    ends_at: MomentSetting | None
    """From when nobody is called any more; null: when everybody was"""
    daily_quota: int | None
    """The most attempts of a day in its zone; null: no limit"""
    order: ContactOrder
    """Whom of the contacts of one priority it calls first: who has joined the list first, or last"""
    order_by: str | None
    """The expression of the order hottest"""
    enrolment: CampaignEnrolment
    """Whom it calls: who is in the list at its start, or also who joins while it runs"""
    enrolment_ended_at: str | None
    """Since when nobody joins a live campaign any more"""
    recurrence: RecurrenceSettings | None
    """Makes a campaign at each time of a rule; null: it dials itself"""
    recurs_campaign_id: int | None
    """The recurring campaign that made it"""
    recurs_at: str | None
    """The time for which it was made, on the clock of its rule"""
    begins_at: str | None
    """Of a scheduled one: when its start comes on the first clock among its contacts"""
    started_at: str | None
    """When it began; null before"""
    completed_at: str | None
    """When it ended; null before"""
    retry_config: RetrySettings
    """When and how often somebody who was not reached is called again"""
    max_concurrency: int | None
    """The most calls at a time; null: no limit of its own"""
    schedule_config: ScheduleSettings | None
    """When people are called; null: in the organization's calling hours"""
    circuit_breaker: CircuitBreakerSettings
    """Pauses the campaign when too many calls fail"""
    budget: CampaignBudget | None
    """The limit for the cost of its calls; null: no limit of its own"""
    caller_id_strategy: CallerIdStrategy | None
    """null: the carrier account's"""
    text_workflow_id: int | None
    """The agent that answers people who write back to its texts, before the number's and the account's; none: those"""
    versions: list[PlannedVersion] | None
    """null: everybody is called with the published version"""
    guard: VersionGuardSettings | None
    """Stops a version that is surely worse than the others; null: none does"""
    executed_count: int
    """Attempts to call that a carrier accepted"""
    total_queued_count: int
    """Contacts that nothing keeps from being called: all but the suppressed"""
    parent_campaign_id: int | None
    """The campaign that this one redials; null: none"""
    redialed_campaign_id: int | None
    """The campaign that redials this one; null: none"""
    back_fill: CampaignBackFill | None
    """The campaign whose contacts this one calls after an outage, and the span of the outage; null: it is no back-fill"""
    back_filled_by: list[int]
    """The campaigns that back-fill this one"""
    telephony_configuration_id: int | None
    """The carrier account"""
    telephony_configuration_name: str | None
    """The name of the carrier account"""
    consent_attested_at: str | None
    """When it was attested that the people agreed to be called; null: it was not"""
    consent_attested_by: int | None
    """The user who attested it; null: nobody"""
    failure_reason: str | None
    """Why the campaign failed; null: it did not"""
    pause: CampaignPause | None
    """Who or what paused it and why, while it is paused"""
    logs: list[CampaignLogEntry]
    """What happened to the campaign, the newest last"""
    rehearsal: NotRequired[CampaignRehearsal | None]
    """The last rehearsal of exactly the version that it calls with; null: there was none; lists leave it out"""
    warnings: NotRequired[list[str]]
    """Given by create and start: contacts that will not be called, and budgets that may not suffice"""
    warning_details: NotRequired[list[CampaignWarning]]
    """The warnings in parts, for programs"""


class CampaignActivity(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    minutes: list[CampaignActivityMinute]
    """Every minute, oldest first; the last one is not over yet"""


class CampaignActivityMinute(TypedDict):
    at: str
    """The minute's beginning"""
    calls: int
    """How many calls"""
    outcomes: CountMap
    """Calls by what became of them at the carrier"""


CampaignBackFill = TypedDict("CampaignBackFill", {
    "campaign_id": "int",
    "from": "str",
    "to": "str",
})


class CampaignBudget(TypedDict):
    total_minor: int
    """The most in all, in the minor unit of the currency"""
    currency: str
    """The three letters of ISO 4217, such as EUR"""


class CampaignBudgetInput(TypedDict):
    total_minor: int
    """The most in all, in the minor unit of the currency"""
    currency: str
    """The three letters of ISO 4217, such as EUR"""


CampaignContactState: TypeAlias = "Literal['pending', 'in_flight', 'waiting_retry', 'answered', 'unreached', 'suppressed']"


class CampaignContacts(TypedDict):
    contacts: list[CampaignContactsContact]
    """The contacts"""
    total_count: int
    """All contacts that were asked for, by `state` and `q`"""
    next_cursor: int | None
    """Send it as `cursor` for the next page; null: this is the last"""


class CampaignContactsContact(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    contact_id: int | None
    """null: it was deleted from its list"""
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    name: str | None
    """Its name, as people see it"""
    state: CampaignContactState
    """Its state"""
    attempts: int
    """Attempts that a carrier accepted"""
    last_outcome: str | None
    """Of a suppressed contact: what keeps it from being called"""
    call_back_at: str | None
    """When the person has asked to be called; null: they have not"""
    next_attempt_at: str | None
    """For `waiting_retry`: not before this time"""


class CampaignDay(TypedDict):
    date: str
    """A day, YYYY-MM-DD, in the zone that the answer names"""
    joined: int
    """Who joined the campaign that day"""
    called: int
    """Whose first call a carrier took that day"""
    reached: int
    """Whose first answer was that day"""
    late: int
    """Of those who joined that day and may be called: who was not called within the time, or waits longer already"""


class CampaignDays(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    timezone: str
    """The zone of the days; on each person's clock, of those without one"""
    clock: DayClock
    """On whose clock the days are read"""
    within_minutes: int
    """Who waited longer is late"""
    days: list[CampaignDay]
    """Each day, oldest first; today is not over"""


CampaignEnrolment: TypeAlias = "Literal['snapshot', 'live']"


class CampaignForecast(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    contacts: int
    """How many contacts the list has"""
    suppressed: CampaignForecastSuppressed
    """Contacts that may not be called"""
    window_never_opens: int
    """By their own clocks the hours do not open within eight days"""
    to_call: int
    """Contacts that would be called"""
    attempts_per_contact: int
    """The first call and every retry"""
    first_call_at: str | None
    """When the first call can be made; null: never"""
    ends_at: str | None
    """The estimated end when everybody is called once, at a minute a call; null: nobody is called, or it cannot be estimated"""
    ends_at_latest: str | None
    """The same where everybody needs every retry"""
    calls_at_a_time: int
    """How many calls at a time the limits allow"""
    cost: CampaignForecastCost | None
    """`most_minor`: every call of every contact as long as it may last, or the campaign's budget; `once_minor`: one call each. null: its carrier has no prices, or it is not ready to call"""
    foreseen: ForeseenCampaign | None
    """What the simulator of what-ifs says with the habits of people in an earlier campaign. null: no campaign of the agent is over that made 50 attempts and has at most 20,000 contacts, or this one has more; the other fields then tell all that is known"""
    warnings: list[str]
    """Sentences on what should be looked at"""
    warning_details: list[CampaignWarning]
    """The warnings in parts, for programs"""


class CampaignForecastCost(TypedDict):
    most_minor: int
    """The cost if everybody is called as often as retries allow, in the minor unit of the currency"""
    once_minor: int
    """The cost if everybody is called once, in the minor unit of the currency"""
    currency: str
    """The three letters of ISO 4217, such as EUR"""


class CampaignForecastSuppressed(TypedDict):
    do_not_call: int
    """Numbers that asked not to be called"""
    consent_withdrawn: int
    """Contacts that have withdrawn their consent"""
    number_kind: int
    """Numbers of a kind or country that is switched off"""
    rule: int
    """A rule of a pack keeps them from being called, whatever the time"""


class CampaignLogEntry(TypedDict):
    ts: str
    """When it was"""
    level: str
    """info, warning or error"""
    event: str
    """What happened, for programs"""
    message: str
    """A sentence for people on what was done"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    details: JsonObject | None
    """More on it, by name; null: nothing"""


class CampaignPause(TypedDict):
    at: str
    """When it was"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    event: str
    """What happened, for programs"""
    message: str
    """A sentence for people on what was done"""


class CampaignProgress(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    state: CampaignState
    """Its state"""
    total: int
    """How many there are in all"""
    dialled: int
    """Contacts with an attempt that a carrier accepted"""
    answered: int
    """Contacts that a person answered for"""
    remaining: int
    """Contacts neither finished nor suppressed"""
    in_flight: int
    """Contacts that are being called"""
    waiting_retry: int
    """Contacts that will be called again"""
    suppressed: int
    """Contacts that may not be called"""
    finished: int
    """Contacts that are done with"""
    failed_calls: int
    """Contacts that are finished without ever being reached"""
    attempts: int
    """Attempts that a carrier accepted"""
    progress_percentage: float
    """Finished contacts of all, 0 to 100"""
    total_rows: int
    """How many rows the list or file has; null before it is read"""
    processed_rows: int
    """How many rows are done with"""
    rate_limit: float | None
    """Calls a second of the carrier account; null: unlimited"""
    source_sync: CampaignProgressSourceSync
    """How the list or file was read"""
    waiting_until: str | None
    """Set while nothing can be dialled before this instant"""
    started_at: str | None
    """When it began; null before"""
    completed_at: str | None
    """When it ended; null before"""
    eta: str | None
    """When it ends at the rate measured now; null while none can be measured"""
    budgets: list[BudgetStanding]
    """How each budget that holds stands"""
    budget_wait: str | None
    """Why a budget prevents dialling; null: none does"""
    budget_wait_until: str | None
    """When the campaign checks that budget again: when it renews, or within a minute where prices of earlier calls are awaited. Null: when somebody raises it"""
    daily_quota: DailyQuotaStanding | None
    """The attempts of the day, where the running campaign limits them"""
    source: CampaignProgressSource
    """Where it comes from"""
    as_of: str
    """When the figures were read"""
    unknown: list[str]
    """With `as_of`: the fields that are not kept for the past; they are null or empty"""


CampaignProgressSource: TypeAlias = "Literal['workflow', 'database']"


class CampaignProgressSourceSync(TypedDict):
    status: ProcessingStatus
    """Its state"""
    last_synced_at: str | None
    """When it was last read; null: never"""
    error: str | None
    """Why it failed, in words for people; null where it did not"""


class CampaignRehearsal(TypedDict):
    rehearsal_id: int
    """The rehearsal"""
    version_number: int
    """Which version it is, from 1"""
    passed: bool
    """Whether everything in it was green"""
    ended_at: str | None
    """When it ended; null before"""


class CampaignRuns(TypedDict):
    runs: list[Run]
    """The calls"""
    total_count: int
    """How many rows there are in all"""
    page: int
    """Which page this is, from 1"""
    limit: int
    """How many rows at most, 1 to 100 unless it says otherwise"""
    total_pages: int
    """How many pages of this limit there are"""


class CampaignSegment(TypedDict):
    id: str
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    where: str
    """Conditions that all have to hold"""


CampaignState: TypeAlias = "Literal['draft', 'scheduled', 'running', 'paused', 'completed', 'failed', 'canceled']"


class CampaignSummary(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    state: CampaignState
    """Its state"""
    total: int
    """How many there are in all"""
    dialled: int
    """Contacts with an attempt that a carrier accepted"""
    answered: int
    """Contacts or calls that a person answered"""
    attempts: int
    """Attempts that a carrier accepted"""
    outcomes: CampaignSummaryOutcomes
    """Calls by dialling outcome"""
    dispositions: CampaignSummaryDispositions
    """Calls by the agent's disposition"""
    answered_by: CampaignSummaryAnsweredBy
    """Calls by who answered: `person`, `voicemail`, `screening`, `ivr`, `unknown`; calls that nobody told of are left out"""
    talk_seconds: int
    """Seconds from the answers to the ends of all calls together"""
    answer_rate: float | None
    """answered / dialled, 0 to 1; null before the first call"""
    costs: list[Cost]
    """The cost in each currency"""
    budgets: list[BudgetStanding]
    """How each budget that holds stands"""
    attempts_per_contact: list[CampaignSummaryAttemptsPerContactItem]
    """How many contacts had how many calls"""
    last_outcomes: CampaignSummaryLastOutcomes
    """Contacts by the outcome of their last call; a redial calls those with the outcomes that it names"""
    calls_removed: CallsRemoved | None
    """Calls that count here although they were removed, and when the last one was; null: none"""
    not_called_by_end: int
    """Contacts who were never called, because the campaign's end came before their turn"""
    timezone: str
    """The zone of by_hour and by_day"""
    by_hour: list[CampaignSummaryByHourItem]
    """Calls by the hour of the day"""
    by_version: list[CampaignVersionSummary]
    """The calls by the version of the agent, oldest version first"""
    by_day: list[CampaignSummaryByDayItem]
    """Calls by day"""
    as_of: str
    """When the figures were read"""
    unknown: list[str]
    """With `as_of`: the fields that are not kept for the past; they are null or empty"""


CampaignSummaryAnsweredBy: TypeAlias = "dict[str, int]"


class CampaignSummaryAttemptsPerContactItem(TypedDict):
    attempts: int
    """How many calls"""
    contacts: int
    """How many contacts had so many calls"""


class CampaignSummaryByDayItem(TypedDict):
    date: str
    """A day, YYYY-MM-DD, in the zone that the answer names"""
    calls: int
    """How many calls"""
    answered: int
    """Contacts or calls that a person answered"""


class CampaignSummaryByHourItem(TypedDict):
    hour: int
    """The hour of the day, 0 to 23"""
    calls: int
    """How many calls"""
    answered: int
    """Contacts or calls that a person answered"""


CampaignSummaryDispositions: TypeAlias = "dict[str, int]"


CampaignSummaryLastOutcomes: TypeAlias = "dict[str, int]"


CampaignSummaryOutcomes: TypeAlias = "dict[str, int]"


class CampaignVersionSummary(TypedDict):
    version: int
    """Which version it is"""
    definition_id: int
    """The version of the agent that holds the conversation"""
    calls: int
    """Calls that a carrier accepted"""
    answered: int
    """Contacts or calls that a person answered"""
    opted_out: int
    """Calls in which the person did not want to be called again"""
    answer_rate: Estimate | None
    """answered / calls; null without calls"""
    opt_out_rate: Estimate | None
    """opted_out / answered"""
    dispositions: list[CampaignVersionSummaryDisposition]
    """The dispositions that its agents give calls"""
    talk_seconds: Estimate | None
    """The mean of the answered calls; null for fewer than five"""


class CampaignVersionSummaryDisposition(TypedDict):
    disposition: str
    """What the agent noted of it; null: nothing"""
    calls: int
    """How many calls"""
    rate: Estimate | None
    """Of the answered calls"""


class CampaignWarning(TypedDict):
    code: CampaignWarningCode
    """The code of the error, for programs; the page of error codes lists them"""
    sentence: str
    """The one in `warnings`"""
    values: CampaignWarningValues
    """The values that the sentence names, by name"""


CampaignWarningCode: TypeAlias = "Literal['hours_never_open', 'may_cost_more', 'national_list_outdated', 'numbers_not_allowed', 'clocks_change', 'ends_too_early']"


CampaignWarningValues: TypeAlias = "dict[str, str | float | bool]"


CampaignsBackFillBody = TypedDict("CampaignsBackFillBody", {
    "from": "str",
    "to": "str",
    "name": "NotRequired[str | None]",
    "start": "NotRequired[bool | None]",
})


class CampaignsCloneBody(TypedDict):
    name: NotRequired[str | None]
    """Absent: the name of the campaign, with (copy)"""
    contact_list_id: NotRequired[int | None]
    """Absent: the same contacts"""


class CampaignsCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    workflow_id: int
    """The agent"""
    contact_list_id: NotRequired[int | None]
    """The contact list"""
    segment_id: NotRequired[str | None]
    """A segment of the list: who it is true of at the start, or when they join; absent: the whole list"""
    source_type: NotRequired[CampaignsCreateBodySourceType | None]
    """`contact_list`, or `csv`: an uploaded file"""
    source_id: NotRequired[str | None]
    """For `csv`: the object_store_key of the uploaded file; for `contact_list`: the list's id as text"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""
    retry_config: NotRequired[RetryConfig | None]
    """When and how often somebody who was not reached is called again"""
    max_concurrency: NotRequired[int | None]
    """The most calls at a time; null: no limit of its own"""
    schedule_config: NotRequired[ScheduleConfig | None]
    """When people are called; null: in the organization's calling hours"""
    circuit_breaker: NotRequired[CircuitBreakerConfig | None]
    """Pauses the campaign when too many calls fail"""
    budget: NotRequired[CampaignBudgetInput | None]
    """The most that calls may cost; null: no limit"""
    caller_id_strategy: NotRequired[CallerIdStrategy | None]
    """Absent: the carrier account's"""
    text_workflow_id: NotRequired[int | None]
    """The agent that answers people who write back to its texts, before the number's and the account's; none: those"""
    versions: NotRequired[list[VersionWeight] | None]
    """Versions of the agent side by side; absent: everybody is called with the published one"""
    guard: NotRequired[VersionGuard | None]
    """Stops a version that is surely worse than the others"""
    starts_at: NotRequired[Moment | None]
    """When it begins once it was started: until then it is `scheduled`; absent: at once"""
    ends_at: NotRequired[Moment | None]
    """From when nobody is called any more; calls in progress end by themselves"""
    recurrence: NotRequired[Recurrence | None]
    """It dials nobody itself: once started it makes a campaign of its settings at each time, for whom its list holds then"""
    enrolment: NotRequired[CampaignEnrolment | None]
    """`snapshot`: it calls who is in the list at its start. `live`: also who joins the list while it runs; it does not complete by itself then"""
    daily_quota: NotRequired[int | None]
    """The most attempts of a day in its zone (that of the schedule, or the organization's); absent: as many as there are"""
    order: NotRequired[ContactOrder | None]
    """Whom of the contacts of one priority it calls first: who has joined the list first, or last, or whose `order_by` is the highest"""
    order_by: NotRequired[str | None]
    """For the order hottest: an expression of CEL that gives each contact a number, such as double(attributes.score)"""
    journey: NotRequired[JourneyOfCampaign | None]
    """What follows its calls; absent: nothing"""
    consent_attested: NotRequired[bool | None]
    """true: you attest that the people of the list have agreed to be called"""


CampaignsCreateBodySourceType: TypeAlias = "Literal['contact_list', 'csv']"


class CampaignsJourneyPreviewBody(TypedDict):
    steps: NotRequired[list[JourneyStep] | None]
    """Absent: the campaign's newest journey"""
    outcome: NotRequired[str | None]
    """How the call ends"""
    disposition: NotRequired[str | None]
    """What the agent noted of it; null: nothing"""
    answered_by: NotRequired[AnsweredBy | None]
    """Who answers the call"""
    variables: NotRequired[JsonObject | None]
    """What the agent gathers in it"""
    limit: NotRequired[int | None]
    """How many rows at most, 1 to 100 unless it says otherwise"""


class CampaignsListAnswer(TypedDict):
    campaigns: list[ListedCampaign]
    """The campaigns"""
    next_cursor: str | None
    """Null: there are no more"""


class CampaignsRedialBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    retry_on_voicemail: NotRequired[bool | None]
    """Whether a call that a mailbox took is made again"""
    retry_on_no_answer: NotRequired[bool | None]
    """Whether a call that nobody took is made again"""
    retry_on_busy: NotRequired[bool | None]
    """Whether a busy line is called again"""
    retry_on_failed: NotRequired[bool | None]
    """Also contacts whose latest call failed, was canceled, or whose end the carrier never told"""
    retry_config: NotRequired[RetryConfigChanges | None]
    """When and how often somebody who was not reached is called again"""
    start: NotRequired[bool | None]
    """true: it is started at once"""


CampaignsReportRows: TypeAlias = "Literal['calls', 'contacts']"


class CampaignsStartBody(TypedDict):
    consent_attested: NotRequired[bool | None]
    """true: you attest that the people of the list have agreed to be called"""


class CampaignsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    workflow_id: NotRequired[int | None]
    """In a draft alone"""
    segment_id: NotRequired[str | None]
    """A segment of the list; once live: of those who join later"""
    contact_list_id: NotRequired[int | None]
    """In a draft alone; consent has to be attested anew"""
    telephony_configuration_id: NotRequired[int | None]
    """In a draft alone"""
    retry_config: NotRequired[RetryConfigChanges | None]
    """When and how often somebody who was not reached is called again"""
    max_concurrency: NotRequired[int | None]
    """The most calls at a time; null: no limit of its own"""
    schedule_config: NotRequired[ScheduleConfig | None]
    """When people are called; null: in the organization's calling hours"""
    circuit_breaker: NotRequired[CircuitBreakerChanges | None]
    """Pauses the campaign when too many calls fail"""
    budget: NotRequired[CampaignBudgetInput | None]
    """The most that calls may cost; null: no limit"""
    caller_id_strategy: NotRequired[CallerIdStrategy | None]
    """Which number is shown: the default, the next in turn, or one near the called person"""
    text_workflow_id: NotRequired[int | None]
    """The agent that answers people who write back to its texts, before the number's and the account's; none: those"""
    versions: NotRequired[list[VersionWeight] | None]
    """All of them; who was called before keeps their version as long as it is among these, and the guard compares anew"""
    guard: NotRequired[VersionGuard | None]
    """Stops a version that is surely worse than the others; null: none does"""
    starts_at: NotRequired[Moment | None]
    """Until the campaign has begun"""
    ends_at: NotRequired[Moment | None]
    """From when nobody is called any more"""
    enrolment: NotRequired[CampaignEnrolment | None]
    """Until the campaign has begun"""
    daily_quota: NotRequired[int | None]
    """The most attempts a day, on the clock of the campaign; null: no limit"""
    order: NotRequired[ContactOrder | None]
    """Until the campaign has begun"""
    order_by: NotRequired[str | None]
    """The expression of the order hottest, until the campaign has begun"""
    recurrence: NotRequired[Recurrence | None]
    """In a draft, or in place of the rule of a scheduled one"""
    unset: NotRequired[list[CampaignsUpdateBodyUnsetItem] | None]
    """Settings that the campaign has none of from now on, such as its own budget"""


CampaignsUpdateBodyUnsetItem: TypeAlias = "Literal['max_concurrency', 'schedule_config', 'budget', 'caller_id_strategy', 'versions', 'guard', 'starts_at', 'ends_at', 'recurrence', 'daily_quota', 'segment_id', 'text_workflow_id']"


class CampaignsWhatIfBody(TypedDict):
    retry_config: NotRequired[RetryConfigChanges | None]
    """When and how often somebody who was not reached is called again"""
    schedule_config: NotRequired[ScheduleConfig | None]
    """When people are called; null: in the organization's calling hours"""
    max_concurrency: NotRequired[int | None]
    """The most calls at a time; null: no limit of its own"""
    calls_per_second: NotRequired[float | None]
    """The most calls that are started in a second; null: the carrier's limit"""
    max_attempts_per_number_per_day: NotRequired[int | None]
    """The most calls to one number in a day; null: no limit"""
    budget: NotRequired[CampaignBudgetInput | None]
    """The most that calls may cost; null: no limit"""
    do_not_call: NotRequired[list[str] | None]
    """Numbers in E.164 that would have been on the list from the beginning; they are not kept"""
    holidays: NotRequired[list[str] | None]
    """Dates on which nobody is called, in the called person's own calendar"""
    rule_packs: NotRequired[list[str] | None]
    """Rule packs in place of the organization's; an empty list: none"""
    unconfirmed_rules: NotRequired[list[str] | None]
    """Rules of these packs that counsel is to confirm and that are on all the same, such as `de/hours`"""
    own_rules: NotRequired[list[OwnRule] | None]
    """Rules of the organization itself, each true where a call may be made"""


class CampaignsWhatIfsAnswer(TypedDict):
    what_ifs: list[WhatIf]
    """The questions"""


class CarrierAccountInput(TypedDict):
    provider: str
    """The carrier or provider"""
    calls_per_second: NotRequired[float | None]
    """The most calls that are started in a second; null: the carrier's limit"""
    max_concurrent_calls: NotRequired[int | None]
    """The most calls at a time; null: no limit of its own"""
    inbound_reserve: NotRequired[int | None]
    """Calls that are kept free for people who call in"""
    max_concurrent_per_caller_id: NotRequired[int | None]
    """The most calls at a time that show one number; null: no limit"""
    caller_id_strategy: NotRequired[CallerIdStrategy | None]
    """Which number is shown: the default, the next in turn, or one near the called person"""


CarrierConnectivity: TypeAlias = "Literal['api', 'sip']"


class Channel(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    created_at: str
    """When it was made"""


class ChannelMembers(TypedDict):
    user_ids: list[int]
    """The users"""
    workflow_ids: list[int]
    """The agents"""
    members: list[ChannelMembersMember]
    """The members"""
    agents: list[ChannelMembersAgent]
    """The agents"""


class ChannelMembersAgent(TypedDict):
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    name: str
    """Its name, as people see it"""


class ChannelMembersMember(TypedDict):
    user_id: int
    """The user"""
    email: str
    """An e-mail address"""
    name: str | None
    """Its name, as people see it"""
    role: Role
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""
    phone_number: str | None
    """Where the person is called when an agent hands a caller to the channel"""
    takes_calls: bool
    """The person is there to take such calls"""


class ChannelsCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""


class ChannelsDecideBody(TypedDict):
    event_id: int
    """The event of kind `question`"""
    choice: NotRequired[str | None]
    """One of the question's choices"""
    text: NotRequired[str | None]
    """An answer in your own words"""


class ChannelsDeleteAnswer(TypedDict):
    success: bool
    """true: it was done"""
    message: str
    """A sentence for people on what was done"""
    documents_moved_to_library: int
    """Documents of the channel that are in the library now"""


class ChannelsMembersSetBody(TypedDict):
    callees: NotRequired[list[ChannelsMembersSetBodyCallee] | None]
    """Members who are called when an agent hands a caller to the channel; others are as they are"""
    user_ids: NotRequired[list[int] | None]
    """The channel's members from now on; left out: as they are"""
    workflow_ids: NotRequired[list[int] | None]
    """The channel's agents from now on; left out: as they are"""


class ChannelsMembersSetBodyCallee(TypedDict):
    user_id: int
    """The user"""
    phone_number: str | None
    """Where the person is called, with + and country code; null: nowhere"""
    takes_calls: bool
    """The person is there now"""


class ChannelsPostBody(TypedDict):
    text: str
    """The words"""
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
    """Its name, as people see it"""


class ChannelsSettleActionBody(TypedDict):
    event_id: int
    """The event of kind `action_proposed`"""
    decision: ChannelsSettleActionBodyDecision
    """What was decided"""
    note: NotRequired[str | None]
    """For the agent and for the timeline"""


ChannelsSettleActionBodyDecision: TypeAlias = "Literal['confirm', 'decline', 'undo']"


class ChannelsSettleEditBody(TypedDict):
    event_id: int
    """The event of kind `edit_proposed`"""
    decision: ChannelsSettleEditBodyDecision
    """What was decided"""
    note: NotRequired[str | None]
    """A note on the decision; null: none"""


ChannelsSettleEditBodyDecision: TypeAlias = "Literal['publish', 'discard']"


ChargingUnit: TypeAlias = "Literal['minute', 'run']"


class CheckResult(TypedDict):
    kind: str
    """Which kind it is"""
    expected: str
    """What was expected, in words"""
    passed: bool
    """Whether it came out as expected"""
    found: str | None
    """What was found in its place; null: it came out as expected"""
    node_id: str | None
    """The step"""
    sentences: list[str]
    """The sentences that decided"""


class CircuitBreakerChanges(TypedDict):
    enabled: NotRequired[bool | None]
    """Whether it is in force"""
    failure_threshold: NotRequired[float | None]
    """The share of failed calls that pauses the campaign, 0 to 1"""
    window_seconds: NotRequired[int | None]
    """The span that is looked at, in seconds"""
    min_calls_in_window: NotRequired[int | None]
    """The fewest calls in the span for it to be judged"""


class CircuitBreakerConfig(TypedDict):
    enabled: NotRequired[bool | None]
    """Whether it is in force"""
    failure_threshold: NotRequired[float | None]
    """The share of failed calls that pauses the campaign, 0 to 1"""
    window_seconds: NotRequired[int | None]
    """The span that is looked at, in seconds"""
    min_calls_in_window: NotRequired[int | None]
    """The fewest calls in the span for it to be judged"""


class CircuitBreakerSettings(TypedDict):
    enabled: bool
    """Whether it is in force"""
    failure_threshold: float
    """The share of failed calls that pauses the campaign, 0 to 1"""
    window_seconds: int
    """The span that is looked at, in seconds"""
    min_calls_in_window: int
    """The fewest calls in the span for it to be judged"""


ClientRole: TypeAlias = "Literal['viewer', 'operator', 'admin']"


class ClientSignIn(TypedDict):
    client_name: str
    """As the program calls itself; nobody has checked it"""
    redirect_uri: str
    """Where the code is sent: who reads there gets the access"""
    is_on_this_computer: bool
    """The code goes to a program on the person's own computer"""
    organization_name: str
    """The name of the organization to make; null: made of the person's name"""
    roles: list[ClientRole]
    """From the least to the most that the person may give"""
    may_be_live: bool
    """The person may make production keys, and the server was started with MCP_LIVE"""
    scopes: list[Scope] | None
    """What the program asks for; null: it names nothing"""
    refusal: str
    """Where the browser goes when the person says no"""


ColumnMap: TypeAlias = "dict[str, str]"


class ComparedMeans(TypedDict):
    before: float
    """In the rehearsal before"""
    now: float
    """In this rehearsal"""


class ConnectedAccount(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    slug: str
    """The name in addresses"""
    account_label: str
    """Who is signed in, as people know the account"""
    scopes: list[str]
    """The scopes that were granted"""
    status: ConnectedAccountStatus
    """expired: somebody has to sign in again; revoked: it was taken away here"""
    status_reason: str | None
    """Why it is in this state; null: nothing to say"""
    status_changed_at: str
    """When the state last changed"""
    connected_at: str
    """When it was connected"""


ConnectedAccountStatus: TypeAlias = "Literal['connected', 'expired', 'revoked']"


class Connector(TypedDict):
    slug: str
    """The name in addresses"""
    name: str
    """Its name, as people see it"""
    category: str
    """What it belongs to"""
    version: str
    """The version of the catalogue's file; with another one agents can do other things"""
    description: str
    """A sentence or two for people"""
    scopes: list[str]
    """What the platform may do with the account"""
    available: bool
    """Whether it can be used on this installation"""
    unavailable_reason: str | None
    """What to do so that it can be connected"""
    client: ConnectorClientOwner | None
    """Whose client is used to sign in"""
    actions: list[ConnectorAction]
    """What can be done with the app"""


class ConnectorAction(TypedDict):
    name: str
    """Its name, as people see it"""
    description: str
    """A sentence or two for people"""
    parameters: JsonObject
    """JSON Schema of the agent's arguments"""
    only_reads: bool
    """Whether the action changes nothing"""


class ConnectorActivity(TypedDict):
    tool_call_id: str
    """The call of the tool, as the conversation names it"""
    account_id: int
    """The connected account"""
    slug: str
    """The name in addresses"""
    account_label: str
    """The name of the connected account"""
    action: str
    """The action of the app"""
    tool_uuid: str
    """The tool"""
    tool_name: str | None
    """The name of the tool; null: it was deleted"""
    workflow_run_id: int
    """The call"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    outcome: ConnectorActivityOutcome
    """refused: the app refused it; unknown: it was sent, and no answer came"""
    status_code: int | None
    """The status of the answer; null: there was none"""
    error: str | None
    """Why it failed, in words for people; null where it did not"""
    is_compensation: bool
    """It undid an earlier action"""
    at: str
    """When it was"""
    finished_at: str | None
    """When it ended; null before"""


ConnectorActivityOutcome: TypeAlias = "Literal['running', 'done', 'refused', 'failed', 'unknown']"


ConnectorClientOwner: TypeAlias = "Literal['organization', 'operator']"


class ConnectorToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    """The version of the definition's form: 1"""
    type: Literal["connector"]
    """Which type it is"""
    config: ConnectorToolDefinitionConfig
    """The settings of the account; which ones there are depends on the carrier"""


class ConnectorToolDefinitionConfig(TypedDict):
    slug: str
    """The name in addresses"""
    account_id: int
    """The connected account"""
    action: str
    """The action of the app"""
    preset_arguments: NotRequired[JsonObject | None]
    """The tool's own values by name, with variables of the call; the model cannot override them"""


class Consent(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    status: ConsentStatus
    """Its state"""
    at: str | None
    """When it was"""
    source: str | None
    """Where it comes from"""
    wording: str | None
    """The words that the person agreed to; null: not known"""


class ConsentHistory(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    status: ConsentStatus
    """Its state"""
    at: str | None
    """When it was"""
    source: str | None
    """Where it comes from"""
    wording: str | None
    """The words that the person agreed to; null: not known"""
    history: list[ConsentHistoryHistoryItem]
    """Every change, newest first"""
    next_cursor: int | None
    """Send it as `cursor` for the next page; null: this is the last"""


class ConsentHistoryHistoryItem(TypedDict):
    status: ConsentStatus
    """Its state"""
    at: str
    """When it was"""
    source: str
    """Where it comes from"""
    wording: str | None
    """The words that the person agreed to; null: not known"""
    by: str
    """`user:7`, `api_key:12` or `system`"""


class ConsentStatement(TypedDict):
    status: ConsentStatus
    """Its state"""
    source: str
    """Where it comes from"""
    wording: str | None
    """The words that the person agreed to; null: not known"""


class ConsentStatementInput(TypedDict):
    status: ConsentStatus
    """Its state"""
    source: str
    """Where it was said: a form, a letter, a call"""
    wording: NotRequired[str | None]
    """The wording of the question, or of the person's answer"""


ConsentStatus: TypeAlias = "Literal['granted', 'unknown', 'withdrawn']"


class Contact(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    contact_list_id: int
    """The contact list"""
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    name: str | None
    """Its name, as people see it"""
    timezone: str | None
    """A name of the IANA database, such as Europe/Berlin"""
    priority: int
    """A campaign calls those with a higher one first; 0 to 9, usually 0"""
    attributes: JsonObject
    """Values of the contact by name; the agent reads them as {{variables}}"""
    consent: ContactConsent
    """Whether the person has agreed to be called"""
    created_at: str
    """When it was made"""


class ContactConsent(TypedDict):
    status: ConsentStatus
    """Its state"""
    at: str | None
    """When it was"""
    source: str | None
    """Where it comes from"""


class ContactImport(TypedDict):
    import_id: int
    """The import"""
    contact_list_id: int
    """The contact list"""
    workflow_id: str
    """The agent that takes the person over when `destination_source` is `agent`"""
    status: ProcessingStatus
    """Its state"""
    total_rows: int
    """How many rows the list or file has; null before it is read"""
    imported: int
    """How many contacts were added"""
    updated: int
    """How many contacts were changed"""
    skipped: int
    """How many rows were passed over"""
    invalid: int
    """How many rows were refused"""
    errors_url: str | None
    """Signed download of the bad rows, once the import has ended"""
    error: str | None
    """Why it failed, in words for people; null where it did not"""
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    created_at: str
    """When it was made"""
    completed_at: str | None
    """When it ended; null before"""


class ContactIntake(TypedDict):
    intake_id: int
    """The intake's id"""
    contact_list_id: int
    """The contact list"""
    name: str
    """Its name, as people see it"""
    kind: IntakeKind
    """`form`: an address; `calls`: it takes people of ended calls"""
    url: str | None
    """Takes signed payloads by POST; null: it takes ended calls"""
    calls: CallsOfIntake | None
    """Which ended calls it takes people of; null: it is an address"""
    mapping: IntakeMapping
    """Which column holds which value, by the column's name"""
    is_active: bool
    """Whether it is in use"""
    taken: int
    """How many payloads, or calls, were taken"""
    last_taken_at: str | None
    """When it took the last payload or call; null: it has taken none"""
    created_at: str
    """When it was made"""
    faults: list[IntakeFault]
    """The newest payloads or calls that could not be taken, each with its beginning and the reason"""


class ContactIntakeList(TypedDict):
    intakes: list[ContactIntake]
    """The intakes of the list"""


class ContactIntakeWithSecret(TypedDict):
    intake_id: int
    """The intake's id"""
    contact_list_id: int
    """The contact list"""
    name: str
    """Its name, as people see it"""
    kind: IntakeKind
    """`form`: an address; `calls`: it takes people of ended calls"""
    url: str | None
    """Takes signed payloads by POST; null: it takes ended calls"""
    calls: CallsOfIntake | None
    """Which ended calls it takes people of; null: it is an address"""
    mapping: IntakeMapping
    """Which column holds which value, by the column's name"""
    is_active: bool
    """Whether it is in use"""
    taken: int
    """How many payloads, or calls, were taken"""
    last_taken_at: str | None
    """When it took the last payload or call; null: it has taken none"""
    created_at: str
    """When it was made"""
    faults: list[IntakeFault]
    """The newest payloads or calls that could not be taken, each with its beginning and the reason"""
    secret: str | None
    """Signs payloads; shown once. null: it was not made anew, or it takes ended calls"""


class ContactList(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    description: str | None
    """A sentence or two for people"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    contact_count: int
    """How many contacts it has"""
    created_at: str
    """When it was made"""


class ContactOfPerson(TypedDict):
    contact_id: int
    """The contact; null where the number is in no list"""
    contact_list_id: int
    """The contact list"""
    contact_list_name: str
    """The name of the list"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    timezone: str | None
    """A name of the IANA database, such as Europe/Berlin"""
    attributes: JsonObject
    """Values of the contact by name; the agent reads them as {{variables}}"""


ContactOrder: TypeAlias = "Literal['oldest', 'newest', 'hottest']"


class ContactOutlook(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    contact_id: int
    """The contact; null where the number is in no list"""
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    as_of: str
    """The moment for which this holds"""
    may_be_dialled: bool
    """Whether the number may be called now"""
    blocked_by: AdmissionRule | None
    """The first rule that keeps the number from being dialled"""
    sentence: str | None
    """The sentence of that rule"""
    law: Law | None
    """The rule of a rule pack that says so; null: no such rule"""
    next_at: str | None
    """When it may be dialled if nothing but the time changes; null: not by time alone, or not within eight days"""
    rules: list[OutlookRule]
    """In the order in which admission asks them"""


class ContactSegment(TypedDict):
    segment_id: str
    """The segment by its number"""
    name: str
    """Its name, as people see it"""
    where: str
    """Conditions that all have to hold"""
    created_at: str
    """When it was made"""


class ContactSegmentPreview(TypedDict):
    count: int
    """How many contacts of the list it is true of now"""
    examples: list[ContactSegmentPreviewExample]
    """The first five of them"""


class ContactSegmentPreviewExample(TypedDict):
    contact_id: int
    """The contact; null where the number is in no list"""
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    name: str | None
    """Its name, as people see it"""


class ContactSegments(TypedDict):
    segments: list[ContactSegment]
    """The segments of the list, oldest first"""


class ContactsConsentsRecordBody(TypedDict):
    status: ConsentStatus
    """Its state"""
    source: str
    """Where it was said: a form, a letter, a call"""
    wording: NotRequired[str | None]
    """The wording of the question, or of the person's answer"""
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""


class ContactsDeleteAnswer(TypedDict):
    message: str
    """A sentence for people on what was done"""


class ContactsDoNotCallAddBody(TypedDict):
    phone_numbers: list[str]
    """The numbers"""
    reason: NotRequired[str | None]
    """Why, in words for people"""
    expires_at: NotRequired[str | None]
    """When it ends by itself; null: never"""


class ContactsDoNotCallListAnswer(TypedDict):
    do_not_call: list[DoNotCallEntry]
    """Numbers that asked not to be called"""
    next_cursor: str | None
    """Send it as `cursor` for the next page; null: this is the last"""


class ContactsDoNotCallRemoveAnswer(TypedDict):
    message: str
    """A sentence for people on what was done"""


class ContactsDoNotCallUploadBody(TypedDict):
    object_store_key: str
    """The key of the uploaded file, from the answer that gave the address for it"""
    encoding: NotRequired[str | None]
    """How the text is encoded where neither its bytes nor the file itself say so: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-15, koi8-r, koi8-u, ibm866, macintosh, x-mac-cyrillic, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr. Left out, it is found"""


class ContactsDoNotCallUploadForm(TypedDict):
    file: str
    """The file"""


class ContactsImportAnswer(TypedDict):
    import_id: int
    """The import"""
    workflow_id: str
    """The agent that takes the person over when `destination_source` is `agent`"""
    status: ProcessingStatus
    """Its state"""


class ContactsImportBody(TypedDict):
    object_store_key: str
    """The key of the uploaded file, from the answer that gave the address for it"""
    mapping: NotRequired[ColumnMap | None]
    """Ours → the file's column: `phone_number`, `name`, `timezone`, `priority`; any other word renames an attribute"""
    default_country: NotRequired[str | None]
    """Country that numbers without + are read in; otherwise the organization's"""
    encoding: NotRequired[str | None]
    """How the text is encoded where neither its bytes nor the file itself say so: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-15, koi8-r, koi8-u, ibm866, macintosh, x-mac-cyrillic, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr. Left out, it is found"""
    on_duplicate: NotRequired[DuplicateRule | None]
    """What becomes of a number that the list has already"""
    consent: NotRequired[ImportedConsentInput | None]
    """Stated for every number of the file; without it, consent stays as it is"""


class ContactsImportIntoNewListAnswer(TypedDict):
    contact_list_id: int
    """The contact list"""
    import_id: int
    """The import"""
    workflow_id: str
    """The agent that takes the person over when `destination_source` is `agent`"""
    status: ProcessingStatus
    """Its state"""


class ContactsImportIntoNewListBody(TypedDict):
    name: str
    """Its name, as people see it"""
    description: NotRequired[str | None]
    """A sentence or two for people"""
    object_store_key: str
    """The key of the uploaded file, from the answer that gave the address for it"""
    mapping: NotRequired[ColumnMap | None]
    """Ours → the file's column: `phone_number`, `name`, `timezone`, `priority`; any other word renames an attribute"""
    default_country: NotRequired[str | None]
    """Country that numbers without + are read in; otherwise the organization's"""
    encoding: NotRequired[str | None]
    """How the text is encoded where neither its bytes nor the file itself say so: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-15, koi8-r, koi8-u, ibm866, macintosh, x-mac-cyrillic, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr. Left out, it is found"""
    on_duplicate: NotRequired[DuplicateRule | None]
    """What becomes of a number that the list has already"""
    consent: NotRequired[ImportedConsentInput | None]
    """Stated for every number of the file; without it, consent stays as it is"""


class ContactsImportsListAnswer(TypedDict):
    imports: list[ContactImport]
    """The imports, the newest first"""


class ContactsIntakesCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    mapping: NotRequired[SentIntakeMapping | None]
    """What a contact is made of. Only an intake of calls may leave it out: it takes whom the call was with, by /phone_number and /name"""
    calls: NotRequired[SentCallsOfIntake | None]
    """Which ended calls it takes people of, each once; its mapping points into the call. Left out: it is an address that takes payloads"""


class ContactsIntakesCreateError422(TypedDict):
    detail: list[ValidationFault]
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class ContactsIntakesDeleteAnswer(TypedDict):
    message: str
    """A sentence for people on what was done"""


class ContactsIntakesUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    mapping: NotRequired[SentIntakeMapping | None]
    """Which column holds which value, by the column's name"""
    calls: NotRequired[SentCallsOfIntake | None]
    """Of an intake of calls: which ones, instead of those before"""
    is_active: NotRequired[bool | None]
    """Whether it is in use"""
    rotate_secret: NotRequired[bool | None]
    """Makes a new secret, which only this answer has; the old one is taken for another day"""


class ContactsListAnswer(TypedDict):
    contacts: list[Contact]
    """The contacts"""
    total_count: int
    """How many rows there are in all"""
    page: int
    """Which page this is, from 1"""
    limit: int
    """How many rows at most, 1 to 100 unless it says otherwise"""
    total_pages: int
    """How many pages of this limit there are"""


class ContactsListsCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    description: NotRequired[str | None]
    """A sentence or two for people"""


class ContactsListsDeleteAnswer(TypedDict):
    message: str
    """A sentence for people on what was done"""


class ContactsListsListAnswer(TypedDict):
    contact_lists: list[ContactList]
    """The contact lists"""


class ContactsListsUpdateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    description: NotRequired[str | None]
    """A sentence or two for people"""


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
    """The national lists"""
    next_cursor: str | None
    """Send it as `cursor` for the next page; null: this is the last"""


class ContactsPutBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    timezone: NotRequired[str | None]
    """A name of the IANA database, such as Europe/Berlin"""
    priority: NotRequired[int | None]
    """A campaign calls those with a higher one first; 0 to 9, usually 0"""
    attributes: NotRequired[JsonObject | None]
    """Values of the contact by name; the agent reads them as {{variables}}"""
    consent: NotRequired[ConsentStatementInput | None]
    """Whether the person has agreed to be called"""


class ContactsSegmentsCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    where: str
    """Whom of the list: `city = "Berlin" and due < in 3 days`. Fields are attributes, name, phone_number, timezone and priority; = != < <= > >= in contains, is empty, and or not"""


class ContactsSegmentsDeleteAnswer(TypedDict):
    message: str
    """A sentence for people on what was done"""


class ContactsSegmentsPreviewBody(TypedDict):
    where: str
    """Whom of the list: `city = "Berlin" and due < in 3 days`. Fields are attributes, name, phone_number, timezone and priority; = != < <= > >= in contains, is empty, and or not"""


class ContactsSendBody(TypedDict):
    contacts: list[ContactsSendBodyContact]
    """The contacts"""
    default_country: NotRequired[str | None]
    """National numbers are read in this country; left out: in the organization's"""


class ContactsSendBodyContact(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    name: NotRequired[str | None]
    """Its name, as people see it"""
    timezone: NotRequired[str | None]
    """A name of the IANA database, such as Europe/Berlin"""
    priority: NotRequired[int | None]
    """A campaign calls those with a higher one first; 0 to 9, usually 0"""
    attributes: NotRequired[JsonObject | None]
    """Values of the contact by name; the agent reads them as {{variables}}"""
    consent: NotRequired[ConsentStatementInput | None]
    """Whether the person has agreed to be called"""


class ContactsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Empty: the contact has none"""
    timezone: NotRequired[str | None]
    """Empty: the zones of the number apply"""
    priority: NotRequired[int | None]
    """A campaign calls those with a higher one first; 0 to 9, usually 0"""
    attributes: NotRequired[JsonObject | None]
    """Replaces all attributes"""
    consent: NotRequired[ConsentStatementInput | None]
    """The consent of the number, in every list and for every call"""


class ContactsUploadUrlAnswer(TypedDict):
    upload_url: str
    """Where the file is sent"""
    method: Literal["PUT"]
    """The method of the request"""
    headers: StringMap
    """Headers to send with the request, by name"""
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
    """The name of the file, with its ending"""
    file_size: int
    """The size of the file in bytes"""
    content_type: NotRequired[str | None]
    """The media type of the file"""


class Cost(TypedDict):
    currency: str
    """The three letters of ISO 4217, such as EUR"""
    cost_minor: int
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""


CountMap: TypeAlias = "dict[str, int]"


class CreatedApiKey(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    key_prefix: str
    """The first 12 characters of the key, to recognize it by"""
    environment: Environment
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    expires_at: str | None
    """When it ends by itself; null: never"""
    scopes: list[Scope] | None
    """null: all that the role may"""
    api_key: str
    """The whole key, shown this once"""
    created_at: str
    """When it was made"""


class CreatedRun(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    uuid: str
    """Its UUID"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    name: str
    """Its name, as people see it"""
    mode: str
    """How the conversation is held: by telephone, in text or in a browser"""
    created_at: str
    """When it was made"""
    definition_id: int
    """The version of the agent that holds the conversation"""
    initial_context: JsonObject
    """Variables that the conversation begins with, by name"""
    join: Join | None
    """For `smallwebrtc`: where the conversation is joined"""


class Credential(TypedDict):
    uuid: str
    """Its UUID"""
    name: str
    """Its name, as people see it"""
    description: str | None
    """A sentence or two for people"""
    credential_type: CredentialType
    """How the secret is sent"""
    hint: str | None
    """The last four characters of a secret of twelve and more"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    used_by: list[CredentialUsedByItem]
    """What names it: tools, and agents in their published version or draft; none archived"""
    created_at: str
    """When it was made"""
    updated_at: str | None
    """When it was last changed"""


class CredentialCheck(TypedDict):
    ok: bool
    """Whether it worked"""
    message: str
    """A sentence for people on what was done"""


CredentialType: TypeAlias = "Literal['none', 'api_key', 'bearer_token', 'basic_auth', 'custom_header']"


CredentialUsedByItem: TypeAlias = "CredentialUsedByItem1 | CredentialUsedByItem2"


class CredentialUsedByItem1(TypedDict):
    kind: Literal["tool"]
    """Which kind it is"""
    id: str
    """Its tool_uuid"""
    name: str
    """Its name, as people see it"""


class CredentialUsedByItem2(TypedDict):
    kind: Literal["agent"]
    """Which kind it is"""
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""


class CredentialsCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    description: NotRequired[str | None]
    """A sentence or two for people"""
    credential_type: CredentialType
    """How the secret is sent"""
    credential_data: StringMap
    """api_key: header_name, api_key; bearer_token: token; basic_auth: username, password; custom_header: header_name, header_value; none: nothing"""


class CredentialsDeleteAnswer(TypedDict):
    status: Literal["deleted"]
    """Its state"""
    uuid: str
    """Its UUID"""


class CredentialsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    description: NotRequired[str | None]
    """A sentence or two for people"""
    credential_type: NotRequired[CredentialType | None]
    """How the secret is sent"""
    credential_data: NotRequired[StringMap | None]
    """The parts of the secret by name: api_key: header_name, api_key; bearer_token: token; basic_auth: username, password; custom_header: header_name, header_value"""


class DailyQuotaStanding(TypedDict):
    limit: int
    """How many rows at most, 1 to 100 unless it says otherwise"""
    made: int
    """Attempts of the day that a carrier was asked for"""
    is_spent: bool
    """Whether it keeps the campaign from calling until `renews_at`"""
    renews_at: str
    """When the next day begins in the campaign's zone"""


class DailyUsage(TypedDict):
    timezone: str
    """The organization's zone, which defines the days"""
    days: list[DailyUsageDay]
    """Oldest first, days without calls too"""
    total: DailyUsageTotal
    """How many there are in all"""


class DailyUsageDay(TypedDict):
    date: str
    """A day, YYYY-MM-DD, in the zone that the answer names"""
    calls: int
    """How many calls"""
    duration_seconds: int
    """Seconds from the answer to the end"""
    minutes: float
    """Minutes of all calls together"""
    costs: list[Cost]
    """Sums by currency; calls without a known price are not included"""
    tokens: TokenCounts
    """Tokens of the language model"""


class DailyUsageTotal(TypedDict):
    calls: int
    """How many calls"""
    duration_seconds: int
    """Seconds from the answer to the end"""
    minutes: float
    """Minutes of all calls together"""
    costs: list[Cost]
    """Sums by currency; calls without a known price are not included"""
    tokens: TokenCounts
    """Tokens of the language model"""


DayClock: TypeAlias = "Literal['organization', 'person']"


class DayOpening(TypedDict):
    start_time: str
    """HH:MM on the called person's clock"""
    end_time: str
    """HH:MM on the called person's clock; dialling ends before this minute"""


class DeletedCampaign(TypedDict):
    success: bool
    """true: it was done"""
    removal_id: str | None
    """The removal; null: nothing is left to remove"""


DeliveryState: TypeAlias = "Literal['pending', 'delivered', 'failed']"


Detection: TypeAlias = "Literal['person', 'voicemail', 'screening', 'ivr', 'unknown', 'fax']"


class DiallingCampaign(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    campaign_name: str
    """The campaign's name"""
    state: CampaignState
    """Its state"""
    slots: list[CallingHoursSlot] | None
    """Its hours on each called person's clock; null: those of the organization"""


class DirectoryToken(TypedDict):
    token_prefix: str
    """How the directory's token begins"""
    created_at: str
    """When it was made"""
    last_used_at: str | None
    """When it was last used, to the minute; null: never"""


class Disclosure(TypedDict):
    enabled: bool
    """Whether it is in force"""
    reason: str | None
    """Why, in words for people"""


class DisclosureInput(TypedDict):
    enabled: bool
    """Whether it is in force"""
    reason: NotRequired[str | None]
    """Why, in words for people"""


class DispositionCheck(TypedDict):
    kind: Literal["disposition"]
    """Which kind it is"""
    equals: str
    """The value that is expected; without it any value"""


class DispositionCodesInput(TypedDict):
    disposition_codes: list[str]
    """The dispositions, each with when to choose it"""


class DoNotCallAddition(TypedDict):
    added: int
    """How many numbers were added"""
    already_listed: int
    """How many numbers were on the list already"""
    invalid: list[RefusedNumber]
    """The first thousand"""
    invalid_count: int
    """How many numbers could not be read"""


class DoNotCallEntry(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    reason: str | None
    """Why, in words for people"""
    source: DoNotCallEntrySource
    """Where it comes from"""
    created_by: int | None
    """The id of the user who added it, if a user did"""
    created_at: str
    """When it was made"""
    expires_at: str | None
    """When it ends by itself; null: never"""


DoNotCallEntrySource: TypeAlias = "Literal['manual', 'upload', 'opt_out', 'api']"


class DoNotCallUpload(TypedDict):
    added: int
    """How many numbers were added"""
    already_listed: int
    """How many numbers were on the list already"""
    invalid: list[RefusedNumber]
    """The first thousand"""
    invalid_count: int
    """How many numbers could not be read"""
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""


class Document(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    document_uuid: str
    """The document"""
    filename: str
    """The name of the file"""
    file_size_bytes: int
    """The size of the file in bytes"""
    file_hash: str
    """The SHA-256 of the file, in hexadecimal"""
    mime_type: str
    """The media type of the file"""
    state: DocumentState
    """Its state"""
    state_detail: str | None
    """More on the state, in words for people; null: nothing"""
    processing_status: ProcessingStatus
    """How far it is read"""
    processing_error: str | None
    """Why it could not be read; null where it could"""
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    total_chunks: int
    """How many passages it has"""
    retrieval_mode: RetrievalMode
    """Whether agents read the fitting passages or the whole document"""
    scope: DocumentScope
    """What it holds for"""
    folder_id: int | None
    """The channel; null: none"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    file_folder_id: int | None
    """Kept for programs that read it"""
    version: int
    """Which version it is"""
    current_version: int | None
    """The version that agents read; null before the first is ready"""
    versions: list[DocumentVersion]
    """Its versions, the newest first"""
    needs_reingest: bool
    """Whether it has to be read again, because the model for embeddings has changed"""
    translated_from: str | None
    """The language that it was translated from; null: it was not"""
    target_language: str | None
    """The language that it is translated to; null: none"""
    custom_metadata: JsonObject
    """Notes of yours, by name; the platform keeps them and does not read them"""
    docling_metadata: DocumentDoclingMetadata
    """What was found in the file of the current version; empty before the first is ready"""
    source_url: str | None
    """The address that it is read from. Null: its files are uploaded"""
    refresh_every_hours: int | None
    """Hours after which the address is read again; null: only when asked to"""
    refresh_at: str | None
    """When the address is read next. Null: when somebody asks"""
    organization_id: int
    """The organization"""
    created_by: int | None
    """The user who made it; null where it was made by the platform"""
    is_active: bool
    """False: switched off; nobody reads it until it is switched on"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""


class DocumentDoclingMetadata(TypedDict):
    title: NotRequired[str | None]
    """As the file says it; the first heading of Markdown"""
    language: NotRequired[str | None]
    """The tag that the file says, such as `en-GB`"""
    pages: NotRequired[int | None]
    """Pages of a PDF, slides of a presentation"""
    tables: NotRequired[int]
    """How many tables were found"""
    tables_without_columns: NotRequired[int]
    """Their rows are read without names of columns"""
    warnings: NotRequired[list[str]]
    """Sentences on what should be looked at"""


class DocumentNaming(TypedDict):
    document_uuid: str
    """The document"""
    filename: str
    """The name of the file"""


DocumentScope: TypeAlias = "Literal['library', 'org', 'channel', 'agent']"


DocumentState: TypeAlias = "Literal['uploading', 'queued', 'indexing', 'ready', 'failed', 'stale']"


class DocumentUpload(TypedDict):
    upload_url: str
    """Where the file is sent"""
    method: Literal["POST"]
    """The method of the request"""
    headers: StringMap
    """Headers to send with the request, by name"""
    fields: StringMap
    """Form fields to send before the field `file`"""
    put: DocumentUploadPut | None
    """For clients that only PUT: accepts exactly `file_size` bytes. Null without a `file_size`"""
    document_uuid: str
    """The document"""
    object_store_key: str
    """The key of the uploaded file, from the answer that gave the address for it"""
    s3_key: str
    """The same as object_store_key"""
    max_bytes: int
    """The most bytes that the file may have"""
    expires_in: int
    """Seconds until it ends"""


class DocumentUploadPut(TypedDict):
    url: str
    """The address"""
    method: Literal["PUT"]
    """The method of the request"""
    headers: StringMap
    """Headers to send with the request, by name"""


class DocumentVersion(TypedDict):
    version: int
    """Which version it is"""
    state: str
    """Its state"""
    file_size_bytes: int
    """The size of the file in bytes"""
    total_chunks: int
    """How many passages it has"""
    page_count: int | None
    """How many pages it has; null where it has none"""
    embedding_model: str | None
    """The model that made its vectors; null before"""
    error: str | None
    """Why it failed, in words for people; null where it did not"""
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    current: bool
    """What readers get"""
    uploaded_by: int | None
    """The user who uploaded it; null: a key or the platform"""
    uploaded_at: str
    """When it was uploaded"""
    completed_at: str | None
    """When it ended; null before"""


class Draft(TypedDict):
    text: str
    """As far as the reply is written"""
    started_at: str | None
    """When the agent began to write; null: it does not"""
    updated_at: str | None
    """When it was last changed"""
    status: DraftStatus
    """`idle`: nothing was ever asked here"""
    error: str | None
    """Why there is no reply, when it failed"""
    reply_to: int | None
    """The message that it replies to"""
    thread_id: str | None
    """The thread of messages; null: none"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""


DraftStatus: TypeAlias = "Literal['idle', 'thinking', 'done']"


DuplicateRule: TypeAlias = "Literal['skip', 'update']"


class EmbedToken(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    name: str
    """Its name, as people see it"""
    token: str
    """Part of the page's source; it allows nothing outside its limits"""
    environment: Environment
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    allowed_origins: list[str]
    """The pages that may show the talk button, by origin"""
    expires_at: str | None
    """When it ends by itself; null: never"""
    max_minutes: int | None
    """The most minutes in all; null: no limit"""
    max_concurrent: int | None
    """The most conversations at a time; null: no limit of its own"""
    minutes_used: float
    """Minutes spoken so far"""
    revoked_at: str | None
    """When it was revoked: it opens nothing since; null: it works"""
    created_at: str
    """When it was made"""
    page_url: str
    """Our own page with this agent; open where our origin is allowed"""
    embed_script: str
    """Puts a talk button on a page"""


class EmbedTokenList(TypedDict):
    embed_tokens: list[EmbedToken]
    """The tokens"""


class EmbedTokensCreateBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
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
    """The pages that may show the talk button, by host"""
    settings: NotRequired[JsonObject | None]
    """Settings of the talk button"""
    usage_limit: NotRequired[str | None]
    """Kept for programs that read it; always null"""
    expires_in_days: NotRequired[int | None]
    """Days until the token ends"""


EmbedTokensGetOneAnswer: TypeAlias = "OneEmbedToken | None"


class EmbedTokensRevokeOneAnswer(TypedDict):
    success: bool
    """true: it was done"""


class EmptyUpgrade(TypedDict):
    event_id: str | None
    """There is nothing to publish: the agent follows the version already"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    detail: str
    """What is wrong and what to do, for people; or the faults of single fields"""
    from_version: str
    """The version that the agent has"""
    to_version: str
    """The version that it would get"""


class EndCallToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    """The version of the definition's form: 1"""
    type: Literal["end_call"]
    """Which type it is"""
    config: EndCallToolDefinitionConfig
    """The settings of the account; which ones there are depends on the carrier"""


class EndCallToolDefinitionConfig(TypedDict):
    messageType: NotRequired[ToolMessageType | None]
    """What is said before: nothing, words or a recording"""
    customMessage: NotRequired[str | None]
    """What the agent says meanwhile; null: nothing"""
    audioRecordingId: NotRequired[str | None]
    """The recording that is played; null: none"""
    endCallReason: NotRequired[bool | None]
    """Whether the model says why the call ends"""
    endCallReasonDescription: NotRequired[str | None]
    """What the model is told about the reason; null: nothing more"""


class EndsAtCheck(TypedDict):
    kind: Literal["ends_at"]
    """Which kind it is"""
    step: str
    """The step of the graph"""


EntrySpeaker: TypeAlias = "Literal['agent', 'person', 'tool', 'step', 'supervisor', 'whisper']"


Environment: TypeAlias = "Literal['production', 'sandbox']"


class Erasure(TypedDict):
    erasure_id: str
    """The erasure"""
    state: ErasureState
    """Its state"""
    step: ErasureStep | None
    """The step of the graph"""
    steps_done: int
    """How many steps are done"""
    steps: int
    """Its steps, in order"""
    reason: str
    """Why, in words for people"""
    keep_do_not_call: bool
    """A do-not-call entry goes on to bind, under an HMAC in place of the number"""
    requested_by: str
    """Who asked for it: `user:7`, `api_key:12`"""
    created_at: str
    """When it was made"""
    finished_at: str | None
    """When it ended; null before"""
    receipt: list[PersonalData]
    """What was removed or emptied, and where"""


class ErasureList(TypedDict):
    erasures: list[Erasure]
    """The erasures, newest first"""
    next_cursor: int | None
    """Send it as `cursor` for the next page; null: this is the last"""


ErasureState: TypeAlias = "Literal['running', 'done']"


ErasureStep: TypeAlias = "Literal['find', 'calls', 'objects', 'documents', 'rows', 'mentions', 'answers', 'histories', 'record']"


class ErrorAnswer(TypedDict):
    detail: str
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class Estimate(TypedDict):
    value: float
    """The value"""
    low: float
    """The lower end of the interval"""
    high: float
    """The upper end of the interval"""


class Evidence(TypedDict):
    text: str
    """The person's own words"""
    at: str | None
    """When it was said"""
    entry_id: int | None
    """The line of the transcript"""


class FailedCheck(TypedDict):
    scenario_id: int
    """The scenario; null: it was deleted since"""
    scenario_name: str
    """The name of the scenario"""
    rehearsal_id: int
    """The rehearsal"""
    conversation_id: int
    """The conversation"""
    expected: str
    """What was expected, in words"""
    found: str | None
    """What was found in its place; null: it came out as expected"""


class FairShare(TypedDict):
    as_of: str
    """When the figures were read"""
    period_seconds: int
    """The span over which started calls are counted"""
    calls_started: int
    """Outbound calls of the organization that carriers were asked for"""
    share: float | None
    """The share of the calls of all organizations, 0 to 1; null: there were none"""
    platform: FairSharePlatform
    """Sums over all organizations, without names"""
    waiting: FairShareWaiting
    """Who waits for a line, and why"""


class FairSharePlatform(TypedDict):
    calls_started: int
    """Calls started in the last minute"""
    organizations: int
    """How many organizations have started calls"""


class FairShareWaiting(TypedDict):
    calls: int
    """Calls that are queued for their carrier"""
    contacts: int
    """Contacts of running campaigns that were not called yet or will be called again"""
    campaign_count: int
    """How many campaigns wait"""
    campaigns: list[FairShareWaitingCampaign]
    """The 20 campaigns with the most waiting contacts, and what holds each back"""


class FairShareWaitingCampaign(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    name: str
    """Its name, as people see it"""
    contacts: int
    """The contacts"""
    reason: FairShareWaitingCampaignReason
    """Why, in words for people"""
    says: str
    """The same in a sentence"""


FairShareWaitingCampaignReason: TypeAlias = "Literal['budget', 'calling_hours', 'retry_wait', 'organization_limit', 'account_limit', 'campaign_limit', 'pace', 'turn']"


class FileWarning(TypedDict):
    code: FileWarningCode
    """The code of the error, for programs; the page of error codes lists them"""
    count: int
    """Rows, characters, sheets or columns"""
    message: str
    """A sentence for people on what was done"""


FileWarningCode: TypeAlias = "Literal['encoding_found', 'undecodable_text', 'other_number_column', 'shared_number', 'other_sheets', 'hidden_sheets', 'hidden_rows', 'hidden_columns', 'struck_cells']"


class ForeseenCampaign(TypedDict):
    earlier_campaign_id: int
    """The campaign of the same agent from which habits were taken"""
    drawn_from: int
    """How many of its attempts were drawn from"""
    seeds: int
    """How often it was simulated"""
    attempts: float
    """Attempts that a carrier accepted"""
    answers: float
    """What somebody answered, in order"""
    cost_minor: float
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""
    ends_at: str
    """When its last call is over"""
    spread: WhatIfSpread
    """The range that all simulations are within"""


class FoundCall(TypedDict):
    workflow_run_id: int
    """The call"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_name: str
    """The name of the agent"""
    campaign_id: int | None
    """The campaign; null: none"""
    name: str
    """The name of the call"""
    mode: str
    """How the conversation is held: by telephone, in text or in a browser"""
    state: str
    """Its state"""
    outcome: str | None
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    call_type: str
    """Whether we called or were called"""
    environment: str
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    caller_number: str | None
    """The number that called"""
    called_number: str | None
    """The number that was called"""
    created_at: str
    """When it was made"""
    text: str
    """What was said there, each entry of the transcript in a line"""
    highlights: list[FoundCallHighlight]
    """Parts of the passage that fit, with marks"""
    similarity: float
    """How well it fits, 0 to 1"""
    entry_id: int | None
    """The entry of the transcript that fits"""
    said_at: str | None
    """When that entry was said"""


class FoundCallHighlight(TypedDict):
    text: str
    """A part of what was said there"""
    marks: list[FoundCallHighlightMark]
    """Where the words are that fit"""


class FoundCallHighlightMark(TypedDict):
    start: int
    """The first character of the mark, from 0"""
    end: int
    """The character after the mark"""


class FoundCallList(TypedDict):
    calls: list[FoundCall]
    """The calls, best first, each once"""
    is_cut: bool
    """True where more passages fit than are looked at, so that calls may be missing: name more words"""


class FoundPerson(TypedDict):
    numbers: int
    """The numbers"""
    calls_under_way: int
    """Calls of the person that would be ended"""
    do_not_call: bool
    """Numbers that asked not to be called"""
    found: list[PersonalData]
    """What was found in its place; null: it came out as expected"""
    documents: list[DocumentNaming]
    """The documents"""


class GroupRole(TypedDict):
    group: str
    """As the claim or the directory names it"""
    role: ProvidedRole
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""


class Health(TypedDict):
    status: Literal["ok"]
    """Its state"""
    version: str
    """The version of the platform"""
    backend_api_endpoint: str
    """Root under which carriers and browsers reach the API"""
    deployment_mode: Literal["self_hosted"]
    """How the platform is installed"""
    auth_provider: Literal["local"]
    """How people log in"""
    signup_enabled: bool
    """Whether anybody may make an account"""


class Hire(TypedDict):
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    template_id: str
    """The template that it was hired from; null: none"""
    template_version: str
    """The version of the template"""
    newer_version: str | None
    """The version of the template that the agent can be upgraded to"""
    state: HireState
    """Its state"""
    steps: list[HireStep]
    """Its steps, in order"""
    missing: list[MissingPart]
    """What it still needs from you: credentials of its tools, apps to sign in to, a language model, a model that reads its documents"""
    error: str | None
    """Why it failed; nothing of it is left then"""
    created_at: str
    """When it was made"""
    finished_at: str | None
    """When it ended; null before"""


HireState: TypeAlias = "Literal['running', 'hired', 'failed']"


class HireStep(TypedDict):
    name: HireStepName
    """Its name, as people see it"""
    state: HireStepState
    """Its state"""


HireStepName: TypeAlias = "Literal['agent', 'tools', 'documents', 'scenarios', 'conclusion']"


HireStepState: TypeAlias = "Literal['done', 'at_work', 'waiting']"


class HiredAgent(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    workflow_uuid: str
    """The agent, by its UUID"""
    name: str
    """Its name, as people see it"""
    status: AgentStatus
    """Its state"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    folder_id: int | None
    """The channel; null: none"""
    version: int | None
    """The number of the published version"""
    draft_version: int | None
    """The number of the draft, when there is one"""
    template_id: str | None
    """The template that it was hired from; null: none"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""
    total_runs: int
    """How many calls and sessions it has had"""
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
    """Whether the definition here is a draft or published"""
    workflow_configurations: JsonObject
    """The settings of the agent; the guide to agents' fields describes each"""
    template_context_variables: JsonObject
    """Values of {{variables}} where neither the contact nor the call has one, by name"""
    call_disposition_codes: JsonObject | None
    """The dispositions that the agent may give a call"""
    disposition_codes: list[str]
    """The dispositions that a call can end with"""
    publish_needs_rehearsal: bool
    """Whether a version is published only after a green rehearsal of it"""
    missing: list[MissingPart]
    """What it still needs from you: credentials of its tools, apps to sign in to, a language model, a model that reads its documents"""


HttpMethod: TypeAlias = "Literal['GET', 'POST', 'PUT', 'PATCH', 'DELETE']"


class HttpToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    """The version of the definition's form: 1"""
    type: Literal["http_api"]
    """Which type it is"""
    config: HttpToolDefinitionConfig
    """The settings of the account; which ones there are depends on the carrier"""


class HttpToolDefinitionConfig(TypedDict):
    method: HttpMethod
    """The method of the request"""
    url: str
    """The address"""
    headers: NotRequired[StringMap | None]
    """Headers to send with the request, by name"""
    credential_uuid: NotRequired[str | None]
    """The credential whose secret is sent; null: none"""
    parameters: NotRequired[list[ToolParameterInput] | None]
    """What the model gives the tool"""
    preset_parameters: NotRequired[list[PresetParameterInput] | None]
    """What the tool sends besides, with variables of the call"""
    timeout_ms: NotRequired[int | None]
    """Milliseconds to wait for an answer"""
    customMessage: NotRequired[str | None]
    """What the agent says meanwhile; null: nothing"""
    customMessageType: NotRequired[HttpToolDefinitionConfigCustomMessageType | None]
    """Whether it is spoken or a recording is played"""
    customMessageRecordingId: NotRequired[str | None]
    """The recording that is played; null: none"""
    body_template: NotRequired[JsonObject | None]
    """The body of the request, with {{variables}}; null: the arguments"""


HttpToolDefinitionConfigCustomMessageType: TypeAlias = "Literal['text', 'audio']"


class IdentityProvider(TypedDict):
    name: str
    """Its name, as people see it"""
    issuer: str
    """Below it stands /.well-known/openid-configuration"""
    client_id: str
    """The id that the app's maker has given your client"""
    groups_claim: str
    """The claim that names a person's groups"""
    group_roles: list[GroupRole]
    """Of several that fit, the highest role holds"""
    default_role: ProvidedRole | None
    """Of who is in none of the groups; null: they do not get in"""
    is_required: bool
    """Members but owners sign in there alone"""
    log_out_at_provider: bool
    """Who logs out here is logged out there too"""
    redirect_uri: str
    """To register at the provider"""
    log_out_uri: str
    """To register at the provider, for its back-channel log-out"""
    logged_out_uri: str
    """To register at the provider, where people may return after a log-out"""


class ImportedConsentInput(TypedDict):
    status: ConsentStatus
    """Its state"""
    source: NotRequired[str | None]
    """Where it comes from"""


class ImportedScenario(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    is_new: bool
    """False: it was there, and was rewritten"""


class InBothLanguages(TypedDict):
    en: str
    """In English"""
    de: str
    """In German"""


class InitiatedCall(TypedDict):
    message: str
    """A sentence for people on what was done"""
    workflow_run_id: int
    """The call"""


class Installation(TypedDict):
    version: str
    """Which version it is"""
    node_version: str
    """Of Node.js"""
    examined_at: str
    """When the API looked at the parts, at most a minute ago"""
    findings: list[InstallationFinding]
    """What `npm run doctor` finds from where this API runs"""
    last_backup: InstallationLastBackup | None
    """Null: none was taken by `npm run backup`"""
    measured_at: str | None
    """When a worker counted; null: not yet"""
    figures: InstallationFigures | None
    """Null: they were not measured yet"""


class InstallationFigures(TypedDict):
    campaigns: CountMap
    """By state"""
    campaigns_waiting_for_budget: int
    """Running campaigns that dial nobody until their budget begins anew or is raised"""
    contacts: InstallationFiguresContacts
    """Of running campaigns, by what they wait for"""
    calls: CountMap
    """Those that have not ended, by state"""
    callbacks_late: int
    """Calls of which their carrier has told nothing for three minutes"""
    calls_silent: int
    """Calls in which nobody says anything"""
    webhooks: InstallationFiguresWebhooks
    """Deliveries that wait"""
    documents: CountMap
    """By state"""
    unsealed_seconds: float
    """Age of the oldest entry that no record has sealed"""
    records_refused: int
    """Records that are not sealed because the object store holds another one"""
    archive_lag_seconds: float
    """By how much the archive of calls is behind"""
    rows_fullest: float
    """The share of ROW_BYTES_PER_ORGANIZATION that the fullest organization uses"""
    rows_nearly_full: int
    """Organizations beyond nine tenths of it"""
    keys_expiring: int
    """API keys that expire within seven days"""


class InstallationFiguresContacts(TypedDict):
    never_called: int
    """Wait for their first call"""
    in_flight: int
    """Are being called"""
    waiting_retry: int
    """Wait for another attempt"""


class InstallationFiguresWebhooks(TypedDict):
    waiting: int
    """At most 1,000 of each endpoint are counted"""
    oldest_seconds: float
    """Age of the oldest"""


class InstallationFinding(TypedDict):
    part: str
    """Such as PostgreSQL, or Public address; in `language`"""
    code: str
    """What was found, for programs, such as `no_worker`"""
    level: InstallationFindingLevel
    """`warning`: it works, and will not on a bad day; `fault`: it does not work"""
    text: str
    """What was found, in `language`"""
    remedy: str | None
    """What mends it, in `language`; null: nothing has to"""
    command: str | None
    """What is typed to mend it, with the variables of the processes; null: no command does"""


InstallationFindingLevel: TypeAlias = "Literal['good', 'warning', 'fault']"


InstallationGetLanguage: TypeAlias = "Literal['en', 'de']"


class InstallationLastBackup(TypedDict):
    taken_at: str
    """The instant that it shows"""
    rows: int
    """Of all tables"""
    objects: int
    """Files of the object store"""


class IntakeConsent(TypedDict):
    granted_by: NotRequired[str]
    """Where true, yes, on or 1 grants the consent, as a JSON pointer"""
    source: str
    """Where it comes from"""
    wording: NotRequired[str]
    """The words that the person agreed to; null: not known"""


class IntakeConsentStatement(TypedDict):
    granted_by: NotRequired[str | None]
    """Where true, yes, on or 1 grants it; left out: every payload does"""
    source: str
    """Where it comes from, such as the form's address"""
    wording: NotRequired[str | None]
    """What they agreed to"""


class IntakeFault(TypedDict):
    at: str
    """When it was"""
    reason: str
    """Why, in words for people"""
    payload: str
    """What happened, by the kind of the event"""


IntakeKind: TypeAlias = "Literal['form', 'calls']"


class IntakeMapping(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    name: NotRequired[str]
    """Its name, as people see it"""
    timezone: NotRequired[str]
    """A name of the IANA database, such as Europe/Berlin"""
    key: NotRequired[str]
    """Its name among its neighbours, for programs"""
    attributes: NotRequired[StringMap]
    """Values of the contact by name; the agent reads them as {{variables}}"""
    consent: NotRequired[IntakeConsent]
    """Whether the person has agreed to be called"""


class Invitation(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    email: str
    """An e-mail address"""
    role: Role
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""
    created_at: str
    """When it was made"""
    expires_at: str
    """When it ends by itself; null: never"""


IvrKind: TypeAlias = "Literal['menu', 'announcement', 'fax']"


class Join(TypedDict):
    kind: JoinKind
    """`relay`: words over a WebSocket of ours; `livekit`: audio, where LiveKit and models for speech are set; `socket`: audio over a WebSocket of ours, where the platform speaks and hears without LiveKit"""
    url: str
    """For `relay` a WebSocket for the words, for `socket` one for sound and words, for `livekit` the LiveKit server"""
    token: str
    """For `livekit` the access token to the room of this conversation alone"""
    expires_at: str
    """A conversation that nobody has joined by this time is canceled"""
    page_url: str
    """A page that speaks and hears"""


JoinKind: TypeAlias = "Literal['relay', 'livekit', 'socket']"


class Journey(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    version: int | None
    """null: the campaign has no journey yet"""
    steps: list[KeptJourneyStep]
    """Its steps, in order"""
    edges: list[JourneyEdge]
    """Which step leads to which"""
    created_at: str | None
    """When it was made"""
    versions: list[JourneyVersion]
    """The newest 50, newest first"""


JourneyCondition: TypeAlias = "str | JourneyCondition2 | JourneyCondition3 | JourneyCondition4"


class JourneyCondition2(TypedDict):
    answered_by: AnsweredBy
    """Who answers the call"""


class JourneyCondition3(TypedDict):
    disposition: str
    """What the agent noted of it; null: nothing"""


JourneyCondition4 = TypedDict("JourneyCondition4", {
    "variable": "str",
    "is": "str | float | bool",
})


JourneyEdge = TypedDict("JourneyEdge", {
    "from": "str | None",
    "to": "str",
})


class JourneyOfCampaign(TypedDict):
    steps: list[JourneyStep]
    """In their order: a step that no step before it names in `next` begins the journey. None: nothing follows any more, and whoever waits is done with"""


class JourneyPreview(TypedDict):
    people: list[JourneyPreviewPeopleItem]
    """People who were called with it and count for the metric"""


class JourneyPreviewPeopleItem(TypedDict):
    contact_id: int | None
    """The contact; null where the number is in no list"""
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    name: str | None
    """Its name, as people see it"""
    timezone: str
    """On whose clock waits are read"""
    blocked: str | None
    """Why nothing reaches this person; null: nothing keeps it"""
    steps: list[JourneyPreviewPeopleItemStep]
    """Its steps, in order"""


class JourneyPreviewPeopleItemStep(TypedDict):
    id: str
    """Its id, a positive integer; other requests name it by this"""
    do: str
    """What the step does"""
    at: str
    """When it was"""
    local: str
    """What the person's clock shows then"""
    says: str | None
    """The text with the person's values; null: it has none"""
    may_follow: list[str]
    """After a call: the steps that its end decides about"""


class JourneyProgress(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    version: int | None
    """Which version it is"""
    edges: list[JourneyProgressEdge]
    """The ways from a step to another"""
    next_due_at: str | None
    """When the first who waits is due; null: nobody waits"""


JourneyProgressEdge = TypedDict("JourneyProgressEdge", {
    "from": "str | None",
    "to": "str",
    "is_current": "bool",
    "people": "int",
    "states": "JourneyStepCounts",
})


JourneyStep: TypeAlias = "JourneyStep1 | JourneyStep2 | JourneyStep3 | JourneyStep4 | JourneyStep5 | JourneyStep6"


class JourneyStep1(TypedDict):
    id: str
    """Of your choice; whoever waits at it stays there when the journey is changed"""
    on: NotRequired[list[JourneyCondition]]
    """The step is taken when one of them is true of the last call; absent: always"""
    wait: NotRequired[JourneyWait]
    """How long before the step is done; absent: at once"""
    next: NotRequired[list[str]]
    """The steps that may follow; the first whose `on` is true is taken. Absent: the journey ends here"""
    most: NotRequired[int]
    """Of a step within a loop: how often one person takes it at most"""
    do: Literal["call"]
    """Calls again, through the campaign's queue"""
    workflow_id: NotRequired[int]
    """The agent; absent: the campaign's"""


class JourneyStep2(TypedDict):
    id: str
    """Of your choice; whoever waits at it stays there when the journey is changed"""
    on: NotRequired[list[JourneyCondition]]
    """The step is taken when one of them is true of the last call; absent: always"""
    wait: NotRequired[JourneyWait]
    """How long before the step is done; absent: at once"""
    next: NotRequired[list[str]]
    """The steps that may follow; the first whose `on` is true is taken. Absent: the journey ends here"""
    most: NotRequired[int]
    """Of a step within a loop: how often one person takes it at most"""
    do: Literal["sms"]
    """Sends a text"""
    text: str
    """The text, with {{variables}}"""


class JourneyStep3(TypedDict):
    id: str
    """Of your choice; whoever waits at it stays there when the journey is changed"""
    on: NotRequired[list[JourneyCondition]]
    """The step is taken when one of them is true of the last call; absent: always"""
    wait: NotRequired[JourneyWait]
    """How long before the step is done; absent: at once"""
    next: NotRequired[list[str]]
    """The steps that may follow; the first whose `on` is true is taken. Absent: the journey ends here"""
    most: NotRequired[int]
    """Of a step within a loop: how often one person takes it at most"""
    do: Literal["mail"]
    """Sends a mail"""
    to: NotRequired[str]
    """The address; absent: {{email}} of the contact or the conversation"""
    subject: str
    """The subject, with {{variables}}"""
    text: str
    """The plain text, with {{variables}}"""


class JourneyStep4(TypedDict):
    id: str
    """Of your choice; whoever waits at it stays there when the journey is changed"""
    on: NotRequired[list[JourneyCondition]]
    """The step is taken when one of them is true of the last call; absent: always"""
    wait: NotRequired[JourneyWait]
    """How long before the step is done; absent: at once"""
    next: NotRequired[list[str]]
    """The steps that may follow; the first whose `on` is true is taken. Absent: the journey ends here"""
    most: NotRequired[int]
    """Of a step within a loop: how often one person takes it at most"""
    do: Literal["webhook"]
    """Tells a webhook"""
    webhook_id: int
    """The webhook, whatever it is subscribed to"""


class JourneyStep5(TypedDict):
    id: str
    """Of your choice; whoever waits at it stays there when the journey is changed"""
    on: NotRequired[list[JourneyCondition]]
    """The step is taken when one of them is true of the last call; absent: always"""
    wait: NotRequired[JourneyWait]
    """How long before the step is done; absent: at once"""
    next: NotRequired[list[str]]
    """The steps that may follow; the first whose `on` is true is taken. Absent: the journey ends here"""
    most: NotRequired[int]
    """Of a step within a loop: how often one person takes it at most"""
    do: Literal["do_not_call"]
    """Enters the number into the do-not-call list"""
    reason: NotRequired[str]
    """Why, for people"""


class JourneyStep6(TypedDict):
    id: str
    """Of your choice; whoever waits at it stays there when the journey is changed"""
    on: NotRequired[list[JourneyCondition]]
    """The step is taken when one of them is true of the last call; absent: always"""
    wait: NotRequired[JourneyWait]
    """How long before the step is done; absent: at once"""
    next: NotRequired[list[str]]
    """The steps that may follow; the first whose `on` is true is taken. Absent: the journey ends here"""
    most: NotRequired[int]
    """Of a step within a loop: how often one person takes it at most"""
    do: Literal["inbox"]
    """Asks the members of a channel"""
    folder_id: int
    """The channel whose members are asked"""
    text: str
    """What they are asked, with {{variables}}"""


class JourneyStepCounts(TypedDict):
    waiting: int
    """People whose step is not due yet"""
    doing: int
    """People whose step is done right now"""
    calling: int
    """People whom the campaign calls for the step"""
    done: int
    """People whose step is done"""
    skipped: int
    """People whose step was left out, for a reason"""
    failed: int
    """People whose step could not be done"""
    unclear: int
    """People whose step may have been done: the process died meanwhile"""
    ended: int
    """People with whom the journey ended before the step"""


class JourneyVersion(TypedDict):
    version: int
    """Which version it is"""
    created_at: str
    """When it was made"""


class JourneyWait(TypedDict):
    minutes: NotRequired[int]
    """So many minutes"""
    hours: NotRequired[int]
    """So many hours"""
    days: NotRequired[int]
    """So many days"""
    at: NotRequired[str]
    """What the person's own clock shows then; with `days`, on that day"""


JsonObject: TypeAlias = "dict[str, Any]"


class JudgeCheck(TypedDict):
    kind: Literal["judge"]
    """Which kind it is"""
    question: str
    """The yes-or-no question to the judge"""
    expects: NotRequired[bool | None]
    """The answer that is expected of the judge: yes (true) or no"""


KeptJourneyCondition = TypedDict("KeptJourneyCondition", {
    "answered_by": "NotRequired[str]",
    "disposition": "NotRequired[str]",
    "variable": "NotRequired[str]",
    "is": "NotRequired[str | float | bool]",
})


class KeptJourneyStep(TypedDict):
    id: str
    """Its id, a positive integer; other requests name it by this"""
    do: str
    """What the step does: call, sms, mail, webhook, do_not_call or inbox"""
    on: NotRequired[list[str | KeptJourneyCondition]]
    """When the step is taken; absent: always"""
    wait: NotRequired[KeptJourneyWait]
    """How long before the step is done; absent: at once"""
    next: NotRequired[list[str]]
    """The steps that may follow"""
    most: NotRequired[int]
    """How often one person takes it at most; absent: once"""
    workflow_id: NotRequired[int]
    """The agent that takes the person over when `destination_source` is `agent`"""
    to: NotRequired[str]
    """The end of the span, which is not part of it"""
    subject: NotRequired[str]
    """What it was done to: the ids of the path; of a call over MCP the program, its tool and how it ended"""
    text: NotRequired[str]
    """The words"""
    webhook_id: NotRequired[int]
    """The webhook"""
    reason: NotRequired[str]
    """Why, in words for people"""
    folder_id: NotRequired[int]
    """The channel; null: none"""


class KeptJourneyWait(TypedDict):
    minutes: NotRequired[int]
    """Minutes of all calls together"""
    hours: NotRequired[int]
    """So many hours"""
    days: NotRequired[int]
    """How many days the figures span"""
    at: NotRequired[str]
    """When it was"""


class KeptQuestion(TypedDict):
    measures: str
    """The measures, separated by commas"""
    by: str
    """The dimensions, separated by commas"""
    timezone: NotRequired[str]
    """A name of the IANA database, such as Europe/Berlin"""
    days: NotRequired[int]
    """How many days the figures span"""
    filters: NotRequired[str | None]
    """Filters as the list of calls takes them"""
    workflow_id: NotRequired[int]
    """The agent that takes the person over when `destination_source` is `agent`"""
    campaign_id: NotRequired[int]
    """The campaign; null: none"""
    phone_number: NotRequired[str]
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    outcome: NotRequired[str]
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    disposition: NotRequired[str]
    """What the agent noted of it; null: nothing"""
    status: NotRequired[RunProgress]
    """Its state"""
    call_direction: NotRequired[CallDirection]
    """Calls in, or calls out"""
    environment: NotRequired[Environment]
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    start_date: NotRequired[str]
    """Calls from this instant or day on"""
    end_date: NotRequired[str]
    """Calls up to this instant or day"""


class KeysCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    environment: NotRequired[Environment | None]
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    expires_at: NotRequired[str | None]
    """From then on the key is refused; without it the key has no end"""
    scopes: NotRequired[list[Scope] | None]
    """What the key may do, as far as the role goes; `x-required-scope` of an operation names the one it needs"""


class KeysLetClientInBody(TypedDict):
    request: str
    """What the program asks for, signed: the parameter of the page to which `/oauth/authorize` leads"""
    role: NotRequired[ClientRole | None]
    """The most that the program may do; by default an operator's work"""
    environment: NotRequired[Environment | None]
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    scopes: NotRequired[list[Scope] | None]
    """What the program may do, as far as the role goes"""
    days: NotRequired[int | None]
    """For how many days; after that it has to ask again"""


class KeysUpdateBody(TypedDict):
    expires_at: str | None
    """The new end; null: the key has no end any more"""


class KnowledgeDeleteAnswer(TypedDict):
    success: bool
    """true: it was done"""
    message: str
    """A sentence for people on what was done"""


class KnowledgeListAnswer(TypedDict):
    documents: list[Document]
    """The documents"""
    total: int
    """How many documents there are in all"""
    limit: int
    """How many rows at most, 1 to 100 unless it says otherwise"""
    offset: int
    """How many rows to pass over"""


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
    """The passages, the most fitting first"""
    query: str
    """What was searched for"""
    total_results: int
    """How many there are"""
    degraded: KnowledgeSearchDegraded | None
    """`text only` when meaning could not be searched; `partly text only` when it could not in documents whose vectors are of one model among several, as while they get new ones after a change of the model"""
    degraded_reason: str | None
    """Why the answer is poorer than usual; null: it is not"""


class KnowledgeSearchBody(TypedDict):
    query: str
    """What was searched for"""
    limit: NotRequired[int | None]
    """How many rows at most, 1 to 100 unless it says otherwise"""
    document_uuids: NotRequired[list[str] | None]
    """The documents to search; null: all that may be read"""
    min_similarity: NotRequired[float | None]
    """The least similarity, 0 to 1; null: any"""
    scope: NotRequired[DocumentScope | None]
    """Every document of the scope"""
    folder_id: NotRequired[int | None]
    """What the agents of this channel may read"""
    workflow_id: NotRequired[int | None]
    """What this agent may read: its own, its channel's, the organization's"""


class KnowledgeSearchChunk(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    document_id: int
    """The document, by its id"""
    document_uuid: str
    """The document"""
    filename: str
    """The name of the file"""
    chunk_index: int
    """Which passage of its document it is, from 0"""
    chunk_text: str
    """The words of the passage"""
    contextualized_text: str
    """The words with the headings above them, as they are compared"""
    chunk_metadata: KnowledgeSearchChunkChunkMetadata
    """Where in the document it stands"""
    similarity: float
    """How well it fits, 0 to 1"""
    highlights: list[KnowledgeSearchChunkHighlight]
    """Parts of the passage that fit, with marks"""


class KnowledgeSearchChunkChunkMetadata(TypedDict):
    headings: str
    """The headings above it"""
    page: int | None
    """The page of the document, from 1; null: it has none"""
    row: int | None
    """The row of the table; null: no table"""
    version: int
    """Which version it is"""


class KnowledgeSearchChunkHighlight(TypedDict):
    text: str
    """The words"""
    marks: list[KnowledgeSearchChunkHighlightMark]
    """Which characters fit"""


class KnowledgeSearchChunkHighlightMark(TypedDict):
    start: int
    """The first character of the mark, from 0"""
    end: int
    """The first character after the mark"""


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
    """What it holds for"""
    folder_id: NotRequired[int | None]
    """For scope=channel"""
    workflow_id: NotRequired[int | None]
    """For scope=agent"""
    file_folder_id: NotRequired[int | None]
    """Null: in none"""
    retrieval_mode: NotRequired[RetrievalMode | None]
    """Whether agents read the fitting passages or the whole document"""
    custom_metadata: NotRequired[JsonObject | None]
    """Notes of yours, by name; the platform keeps them and does not read them"""
    source_url: NotRequired[str | None]
    """Another address, which is read at once. Null: it is no longer read from an address"""
    refresh_every_hours: NotRequired[int | None]
    """Null: the address is read only when asked"""
    is_active: NotRequired[bool | None]
    """False: from now on nobody reads it; true: they do again"""


class KnowledgeUploadUrlBody(TypedDict):
    filename: str
    """The name of the file"""
    mime_type: str
    """The media type of the file"""
    file_size: NotRequired[int | None]
    """Bytes of the file; with it the answer has a signed PUT, beside the form"""
    custom_metadata: NotRequired[JsonObject | None]
    """Notes of yours, by name; the platform keeps them and does not read them"""
    document_uuid: NotRequired[str | None]
    """A UUID of your own, or of the document that the file is the next version of. Without one it is made here"""


class KnowledgeUsage(TypedDict):
    used_bytes: int
    """Bytes that are in use"""
    limit_bytes: int
    """The most bytes"""
    document_count: int
    """How many documents there are"""
    limit_documents: int
    """The most documents"""
    chunk_count: int
    """How many passages there are"""
    limit_chunks: int
    """The most passages"""
    plan: str
    """The plan whose limits these are"""


class Law(TypedDict):
    pack: str
    """The version of the pack, such as `us-federal@2026-11`; `own`: the organization's own rule"""
    rule: str
    """The rule's name"""
    paragraph: str
    """Where the law says so; empty: an own rule"""


LeavingChoice: TypeAlias = "Literal['goes_on', 'ends']"


class LetInClient(TypedDict):
    api_key_id: int
    """The program is among the API keys, and is stopped there"""
    redirect_to: str
    """Where the browser brings the program its code, which is good once"""


class ListedCampaign(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_name: str
    """The name of the agent"""
    state: CampaignState
    """Its state"""
    environment: Environment
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    source_type: str
    """`contact_list`, or `csv`: an uploaded file"""
    source_id: str
    """For `csv` the object_store_key of the file, for `contact_list` the list's id as text"""
    contact_list_id: int | None
    """The contact list"""
    segment: CampaignSegment | None
    """The part of the list that it calls, as it was then; null: the whole list"""
    total_rows: int | None
    """How many rows the list or file has; null before it is read"""
    processed_rows: int
    """How many rows are done with"""
    failed_rows: int
    """How many rows ended without being reached"""
    created_at: str
    """When it was made"""
    starts_at: MomentSetting | None
    """When it begins once it was started; null: at once"""
    ends_at: MomentSetting | None
    """From when nobody is called any more; null: when everybody was"""
    daily_quota: int | None
    """The most attempts of a day in its zone; null: no limit"""
    order: ContactOrder
    """Whom of the contacts of one priority it calls first: who has joined the list first, or last"""
    order_by: str | None
    """The expression of the order hottest"""
    enrolment: CampaignEnrolment
    """Whom it calls: who is in the list at its start, or also who joins while it runs"""
    enrolment_ended_at: str | None
    """Since when nobody joins a live campaign any more"""
    recurrence: RecurrenceSettings | None
    """Makes a campaign at each time of a rule; null: it dials itself"""
    recurs_campaign_id: int | None
    """The recurring campaign that made it"""
    recurs_at: str | None
    """The time for which it was made, on the clock of its rule"""
    begins_at: str | None
    """Of a scheduled one: when its start comes on the first clock among its contacts"""
    started_at: str | None
    """When it began; null before"""
    completed_at: str | None
    """When it ended; null before"""
    retry_config: RetrySettings
    """When and how often somebody who was not reached is called again"""
    max_concurrency: int | None
    """The most calls at a time; null: no limit of its own"""
    schedule_config: ScheduleSettings | None
    """When people are called; null: in the organization's calling hours"""
    circuit_breaker: CircuitBreakerSettings
    """Pauses the campaign when too many calls fail"""
    budget: CampaignBudget | None
    """The limit for the cost of its calls; null: no limit of its own"""
    caller_id_strategy: CallerIdStrategy | None
    """null: the carrier account's"""
    text_workflow_id: int | None
    """The agent that answers people who write back to its texts, before the number's and the account's; none: those"""
    versions: list[PlannedVersion] | None
    """null: everybody is called with the published version"""
    guard: VersionGuardSettings | None
    """Stops a version that is surely worse than the others; null: none does"""
    executed_count: int
    """Attempts to call that a carrier accepted"""
    total_queued_count: int
    """Contacts that nothing keeps from being called: all but the suppressed"""
    parent_campaign_id: int | None
    """The campaign that this one redials; null: none"""
    redialed_campaign_id: int | None
    """The campaign that redials this one; null: none"""
    back_fill: CampaignBackFill | None
    """The campaign whose contacts this one calls after an outage, and the span of the outage; null: it is no back-fill"""
    back_filled_by: list[int]
    """The campaigns that back-fill this one"""
    telephony_configuration_id: int | None
    """The carrier account"""
    telephony_configuration_name: str | None
    """The name of the carrier account"""
    consent_attested_at: str | None
    """When it was attested that the people agreed to be called; null: it was not"""
    consent_attested_by: int | None
    """The user who attested it; null: nobody"""
    failure_reason: str | None
    """Why the campaign failed; null: it did not"""
    pause: CampaignPause | None
    """Who or what paused it and why, while it is paused"""
    logs: list[CampaignLogEntry]
    """What happened to the campaign, the newest last"""
    rehearsal: NotRequired[CampaignRehearsal | None]
    """The last rehearsal of exactly the version that it calls with; null: there was none; lists leave it out"""
    warnings: NotRequired[list[str]]
    """Given by create and start: contacts that will not be called, and budgets that may not suffice"""
    warning_details: NotRequired[list[CampaignWarning]]
    """The warnings in parts, for programs"""
    progress: CampaignProgress | None
    """Where the campaign stands; null unless `with_progress` was asked for"""


class ListedRequest(TypedDict):
    event_id: int
    """The event on the timeline"""
    kind: RequestKind
    """Which kind it is"""
    state: RequestState
    """Its state"""
    decision: str | None
    """What was decided"""
    settled_by: str | None
    """Who decided; null before"""
    settled_at: str | None
    """When it was decided; null before"""
    undone_by: str | None
    """Who undid it; null: nobody"""
    undone_at: str | None
    """When it was undone; null: it was not"""
    expires_at: str
    """When it ends by itself; null: never"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    created_at: str
    """When it was made"""
    subject: JsonObject
    """What is asked, by kind: the fields of its event"""
    answer: JsonObject | None
    """What was answered; never a secret"""
    workflow_name: str | None
    """The name of the agent"""
    settled_by_name: str | None
    """The name of the person who settled it"""
    rehearsal: RehearsalOfEdit | None
    """The last rehearsal of the draft that an edit proposes, which is made by itself where the agent needs one to be published; null: there is none"""


class LiveFigures(TypedDict):
    as_of: str
    """When the figures were read"""
    calls_now: int
    """Calls under way, without text sessions"""
    calls_per_second: float
    """Calls handed to carriers, over the last ten seconds"""
    accounts: list[LiveFiguresAccount]
    """The accounts"""
    requests_open: int
    """Requests for which agents wait for people"""


class LiveFiguresAccount(TypedDict):
    telephony_configuration_id: int
    """The carrier account"""
    calls_now: int
    """Calls under way, without text sessions"""
    calls_per_second: float
    """Calls handed to carriers, over the last ten seconds"""


class LoginBody(TypedDict):
    email: str
    """An e-mail address"""
    password: str
    """10 to 200 characters"""
    cookie: NotRequired[bool | None]
    """For browsers: keep the session in a cookie that scripts cannot read, and answer with an empty token"""


class LogoutAnswer(TypedDict):
    status: Literal["logged_out"]
    """Its state"""
    log_out_url: str | None
    """Where a browser is to be led, so that the identity provider's session ends too; null: nowhere"""


MarketplaceHiresUpgradeAnswer: TypeAlias = "ProposedUpgrade | EmptyUpgrade"


class MarketplaceHiresUpgradeBody(TypedDict):
    variables: NotRequired[MarketplaceHiresUpgradeBodyVariables | None]
    """Answers to questions that the new version asks; those that were given before still hold"""


MarketplaceHiresUpgradeBodyVariables: TypeAlias = "dict[str, str | float | bool | None]"


class MarketplacePacksCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    summary: str
    """One sentence for people"""
    job: str
    """What it does in a business, in words that people look for"""
    industries: NotRequired[list[str] | None]
    """None: every industry"""
    channels: list[PackChannel]
    """How its agents are reached"""
    steps: NotRequired[list[str] | None]
    """What happens, for people who look at the shelf"""
    compliance_notes: NotRequired[list[str] | None]
    """What the law asks of who uses it"""
    demo_number: NotRequired[str | None]
    """A number to try it at; null: none"""
    demo_url: NotRequired[str | None]
    """A page to try it on; null: none"""
    workflow_ids: list[int]
    """Published agents; the version keeps them as they are now"""
    slug: NotRequired[str | None]
    """Its address; made of the name when left out"""


class MarketplacePacksCreateVersionBody(TypedDict):
    name: str
    """Its name, as people see it"""
    summary: str
    """One sentence for people"""
    job: str
    """What it does in a business, in words that people look for"""
    industries: NotRequired[list[str] | None]
    """None: every industry"""
    channels: list[PackChannel]
    """How its agents are reached"""
    steps: NotRequired[list[str] | None]
    """What happens, for people who look at the shelf"""
    compliance_notes: NotRequired[list[str] | None]
    """What the law asks of who uses it"""
    demo_number: NotRequired[str | None]
    """A number to try it at; null: none"""
    demo_url: NotRequired[str | None]
    """A page to try it on; null: none"""
    workflow_ids: list[int]
    """Published agents; the version keeps them as they are now"""


class MarketplacePacksListAnswer(TypedDict):
    jobs: list[str]
    """Every job on the shelf, whatever was looked for"""
    packs: list[PackListItem]
    """The packs"""


class MarketplaceTemplatesHireBody(TypedDict):
    agent_name: str
    """The agent's name, with which it also introduces itself"""
    variables: NotRequired[MarketplaceTemplatesHireBodyVariables | None]
    """By the keys of the template's `variables`; one that is left out has its default"""
    greeting: NotRequired[str | None]
    """The first words, in place of the template's"""
    voice_id: NotRequired[str | None]
    """The voice that speaks; null: the template's"""
    voice_gender: NotRequired[VoiceGender | None]
    """Whether a woman's or a man's voice speaks; null: the template's"""
    language: NotRequired[str | None]
    """One of the template's `languages`; its first when left out"""
    source: NotRequired[str | None]
    """Where it was hired, such as the name of a page; it is kept"""


MarketplaceTemplatesHireBodyVariables: TypeAlias = "dict[str, str | float | bool | None]"


class MarketplaceTemplatesListAnswer(TypedDict):
    templates: list[TemplateListItem]
    """The templates"""


class McpRefresh(TypedDict):
    tool_uuid: str
    """The tool"""
    discovered_tools: list[JsonObject]
    """The tools that the server has told of"""
    error: str | None
    """Why the server could not be read; the list is the last one then"""


class McpToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    """The version of the definition's form: 1"""
    type: Literal["mcp"]
    """Which type it is"""
    config: McpToolDefinitionConfig
    """The settings of the account; which ones there are depends on the carrier"""


class McpToolDefinitionConfig(TypedDict):
    transport: NotRequired[Literal["streamable_http"] | None]
    """streamable_http"""
    url: str
    """The address"""
    credential_uuid: NotRequired[str | None]
    """The credential whose secret is sent; null: none"""
    account_id: NotRequired[int | None]
    """The connected account"""
    tools_filter: NotRequired[list[str] | None]
    """The tools of the server that the agent may use; empty: all"""
    timeout_secs: NotRequired[int | None]
    """Seconds to wait for an answer"""
    sse_read_timeout_secs: NotRequired[int | None]
    """Seconds to wait for the next event"""
    discovered_tools: NotRequired[list[McpToolDefinitionConfigDiscoveredTool] | None]
    """The tools that the server has told of"""


class McpToolDefinitionConfigDiscoveredTool(TypedDict):
    name: str
    """Its name, as people see it"""
    description: NotRequired[str | None]
    """A sentence or two for people"""
    input_schema: NotRequired[JsonObject | None]
    """The JSON Schema of the tool's arguments"""


class Member(TypedDict):
    user_id: int
    """The user"""
    email: str
    """An e-mail address"""
    name: str | None
    """Its name, as people see it"""
    role: Role
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""
    created_at: str
    """When they joined"""
    has_second_factor: bool
    """Whether their log-ins with a password need a second factor"""


Message = TypedDict("Message", {
    "id": "str",
    "direction": "CallDirection",
    "state": "MessageState",
    "reason": "MessageReason",
    "from": "str | None",
    "to": "str | None",
    "body": "str",
    "body_hidden": "bool",
    "encoding": "MessageEncoding",
    "segments": "int",
    "keyword": "MessageKeyword | None",
    "cost_minor": "int | None",
    "currency": "str | None",
    "telephony_configuration_id": "int | None",
    "campaign_id": "int | None",
    "campaign_name": "str | None",
    "workflow_id": "int | None",
    "thread_id": "str | None",
    "error_code": "str | None",
    "error": "str | None",
    "environment": "Environment",
    "created_at": "str",
    "settled_at": "str | None",
})


MessageEncoding: TypeAlias = "Literal['GSM-7', 'UCS-2']"


MessageKeyword: TypeAlias = "Literal['stop', 'start', 'help']"


MessageReason: TypeAlias = "Literal['api', 'journey', 'reply', 'opt_out_answer', 'received']"


MessageState: TypeAlias = "Literal['queued', 'unknown', 'sent', 'delivered', 'failed', 'received']"


class Messages(TypedDict):
    messages: list[Message]
    """The texts, newest first"""
    next_cursor: int | None
    """Send it as `cursor` for the next page; null: this is the last"""


class MessagesSendBody(TypedDict):
    to: str
    """E.164, or national in the organization's country"""
    body: str
    """The words, at most 1600 characters"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""
    from_phone_number_id: NotRequired[int | None]
    """The number that the call shows; null: by the account's strategy"""
    campaign_id: NotRequired[int | None]
    """The campaign that the text belongs to: its account sends it, its hours and its budget hold"""


class MissedCall(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    caller_number: str | None
    """Null: withheld"""
    called_number: str
    """The number that was called"""
    reason: MissedCallReason
    """Why, in words for people"""
    telephony_configuration_id: int | None
    """The carrier account"""
    run_id: int | None
    """The call, where an agent was to take it"""
    called_back_run_id: int | None
    """The first call to this caller that a carrier took afterwards"""
    called_back_at: str | None
    """When somebody called back; null: nobody yet"""


MissedCallReason: TypeAlias = "Literal['unknown_number', 'inactive_number', 'no_agent', 'out_of_concurrency', 'caller_hung_up', 'unavailable']"


class MissedCalls(TypedDict):
    missed_calls: list[MissedCall]
    """Calls that came in and that nobody took"""
    next_cursor: str | None
    """Send it as `cursor` for the next page; null: this is the last"""


MissedRule: TypeAlias = "Literal['run', 'skip']"


MissingKind: TypeAlias = "Literal['credential', 'connector', 'language_model', 'embeddings']"


class MissingPart(TypedDict):
    kind: MissingKind
    """Which kind it is"""
    name: str | None
    """Its name, as people see it"""
    detail: str
    """What is wrong and what to do, for people; or the faults of single fields"""


class ModelConfiguration(TypedDict):
    embeddings: OrganizationModel | None
    """The model that turns documents into vectors; null: the built-in one"""
    llm: OrganizationModel | None
    """The model that answers"""
    tts: OrganizationModel | None
    """The model that speaks"""
    stt: OrganizationModel | None
    """The model that hears"""


ModelFault: TypeAlias = "Literal['unauthorized', 'rate_limited', 'unavailable', 'timeout', 'refused', 'invalid_answer']"


class ModelsSetBody(TypedDict):
    embeddings: NotRequired[OrganizationModelInput | None]
    """The model that turns documents into vectors; null: the built-in one"""
    llm: NotRequired[OrganizationModelInput | None]
    """The model that answers"""
    tts: NotRequired[OrganizationModelInput | None]
    """Speaks in conversations with audio"""
    stt: NotRequired[OrganizationModelInput | None]
    """Recognizes speech in conversations with audio"""


class ModelsTryBody(TypedDict):
    text: str
    """The words"""


class ModelsUpdateBody(TypedDict):
    embeddings: NotRequired[OrganizationModelInput | None]
    """The model that turns documents into vectors; null: the built-in one"""
    llm: NotRequired[OrganizationModelInput | None]
    """The model that answers"""
    tts: NotRequired[OrganizationModelInput | None]
    """The model that speaks"""
    stt: NotRequired[OrganizationModelInput | None]
    """The model that hears"""


class Moment(TypedDict):
    at: NotRequired[str | None]
    """An instant, the same for everybody"""
    local: NotRequired[str | None]
    """What the clock of each called person shows: `2026-12-01T10:00`"""


class MomentSetting(TypedDict):
    at: NotRequired[str]
    """An instant"""
    local: NotRequired[str]
    """What each called person's clock shows"""


class NationalList(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    scope: Literal["national"]
    """What it holds for"""
    source: str
    """Where it comes from"""
    as_of: str
    """When the figures were read"""
    state: NationalListState
    """Its state"""
    numbers: int
    """Loaded so far; each number once"""
    invalid: int
    """Lines that hold no telephone number"""
    faults: list[NationalListFault]
    """The first hundred of them"""
    error: str | None
    """Why it failed, in words for people; null where it did not"""
    warnings: list[FileWarning]
    """What is to be known about the file that was read"""
    created_at: str
    """When it was made"""
    completed_at: str | None
    """When it ended; null before"""
    workflow_id: str
    """The agent that takes the person over when `destination_source` is `agent`"""


class NationalListFault(TypedDict):
    line: int
    """The line of the file, from 1"""
    value: str
    """The value"""
    reason: str
    """Why, in words for people"""


NationalListState: TypeAlias = "Literal['pending', 'loading', 'in_force', 'replaced', 'removed', 'failed']"


class NeverReachesCheck(TypedDict):
    kind: Literal["never_reaches"]
    """Which kind it is"""
    step: str
    """The step of the graph"""


class NeverSaysCheck(TypedDict):
    kind: Literal["never_says"]
    """Which kind it is"""
    text: str
    """The words"""


class NewInvitation(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    email: str
    """An e-mail address"""
    role: Role
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""
    created_at: str
    """When it was made"""
    expires_at: str
    """When it ends by itself; null: never"""
    mailed: bool
    """Whether a mail server is configured (`SMTP_URL`) and took the mail"""
    token: str | None
    """For POST /auth/accept-invitation; null when it was mailed"""
    link: str | None
    """Accepts it in the console; hand it to that person alone. Null when it was mailed"""


class NextArchives(TypedDict):
    keep_runs_days: int
    """Calls older than so many days are archived and removed; null: never"""
    archived_before: str
    """Calls that were made before it are due"""
    runs_due: int
    """Calls that are due now"""
    runs_due_within_week: int
    """Calls that will be due within a week, with those that are"""


class NodeProperty(TypedDict):
    name: str
    """Its name, as people see it"""
    type: str
    """Which type it is"""
    display_name: str
    """Its name for people"""
    description: str
    """A sentence or two for people"""
    default: NotRequired[Any]
    """The value where none is given"""
    required: bool
    """Whether it has to be given"""
    options: NotRequired[list[NodePropertyOption]]
    """The values to choose from"""
    properties: NotRequired[list[NodeProperty]]
    """Its settings"""
    min_value: NotRequired[float]
    """The least value"""
    max_value: NotRequired[float]
    """The greatest value"""
    max_length: NotRequired[float]
    """The most characters"""
    pattern: NotRequired[str]
    """A regular expression that the value matches"""
    display_options: NotRequired[NodePropertyDisplayOptions]
    """When an editor shows the setting"""


class NodePropertyDisplayOptions(TypedDict):
    show: NodePropertyDisplayOptionsShow
    """Shown where each of these settings has one of these values"""


NodePropertyDisplayOptionsShow: TypeAlias = "dict[str, list[Any]]"


class NodePropertyOption(TypedDict):
    value: str
    """The value"""
    label: str
    """A name for people"""


class NodeType(TypedDict):
    name: str
    """Its name, as people see it"""
    display_name: str
    """Its name for people"""
    description: str
    """A sentence or two for people"""
    llm_hint: NotRequired[str]
    """What the step is for, in words for a model that builds agents"""
    category: NodeTypeCategory
    """What it belongs to"""
    icon: str
    """The name of its picture"""
    version: str
    """Which version it is"""
    properties: list[NodeProperty]
    """Its settings"""
    graph_constraints: NodeTypeGraphConstraints
    """How many ways may lead to the step and from it"""


NodeTypeCategory: TypeAlias = "Literal['call_node', 'global_node', 'trigger', 'integration']"


class NodeTypeGraphConstraints(TypedDict):
    min_incoming: NotRequired[int]
    """The fewest ways that lead to it"""
    max_incoming: NotRequired[int]
    """The most ways that lead to it"""
    min_outgoing: NotRequired[int]
    """The fewest ways that lead from it"""
    max_outgoing: NotRequired[int]
    """The most ways that lead from it"""


class NotRehearsed(TypedDict):
    message: str
    """What to do"""
    scenarios: list[str]
    """The names of the scenarios that were not played, or are red"""
    failed_checks: list[FailedCheck]
    """What failed"""


NumberKind: TypeAlias = "Literal['fixed_line', 'mobile', 'fixed_line_or_mobile', 'toll_free', 'premium_rate', 'shared_cost', 'voip', 'personal_number', 'pager', 'uan', 'voicemail', 'satellite', 'unknown']"


class NumberOutlook(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    as_of: str
    """The moment for which this holds"""
    may_be_dialled: bool
    """Whether the number may be called now"""
    blocked_by: AdmissionRule | None
    """The first rule that keeps the number from being dialled"""
    sentence: str | None
    """The sentence of that rule"""
    law: Law | None
    """The rule of a rule pack that says so; null: no such rule"""
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
    """What it holds for"""
    source: str
    """Where it comes from"""
    as_of: str
    """When the figures were read"""


class NumbersProvisionBody(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    workflow_id: NotRequired[int | None]
    """The agent that takes the person over when `destination_source` is `agent`"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""


class NumbersSearchBody(TypedDict):
    country: str
    """Two letters of ISO 3166, such as DE"""
    type: NotRequired[NumbersSearchBodyType | None]
    """Which type it is"""
    contains: NotRequired[str | None]
    """Digits that the number has to contain"""
    limit: NotRequired[int | None]
    """How many rows at most, 1 to 100 unless it says otherwise"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""


NumbersSearchBodyType: TypeAlias = "Literal['local', 'mobile', 'toll_free']"


class NumbersVerifiedConfirmBody(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    code: NotRequired[str | None]
    """What the call read; left out where the person typed a code on the phone"""


class NumbersVerifiedRemoveAnswer(TypedDict):
    message: str
    """A sentence for people on what was done"""
    provider_sync: ProviderSync | None
    """Whether the carriers that had verified it were told; null where none had"""


class NumbersVerifiedStartBody(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    method: NotRequired[VerificationMethod | None]
    """call: we call and read a code; carrier: the account's carrier verifies the number for itself"""
    telephony_configuration_id: NotRequired[int | None]
    """The carrier account"""


class OneEmbedToken(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    token: str
    """The token that the script carries"""
    allowed_domains: list[str]
    """The pages that may show the talk button, by host"""
    settings: str | None
    """Settings of the talk button"""
    is_active: bool
    """Whether it is in use"""
    usage_count: int
    """Conversations that were begun by it"""
    usage_limit: str | None
    """Kept for programs that read it; always null"""
    expires_at: str | None
    """When it ends by itself; null: never"""
    created_at: str
    """When it was made"""
    embed_script: str
    """The lines of HTML that put the talk button on a page"""


class OrganizationBudget(TypedDict):
    daily_minor: int | None
    """The most for a day, in the minor unit of the currency; null: no limit"""
    monthly_minor: int | None
    """The most for a month, in the minor unit of the currency; null: no limit"""
    currency: str
    """The three letters of ISO 4217, such as EUR"""


class OrganizationBudgetInput(TypedDict):
    daily_minor: NotRequired[int | None]
    """The most for a day, in the minor unit of the currency; null: no limit"""
    monthly_minor: NotRequired[int | None]
    """The most for a month, in the minor unit of the currency; null: no limit"""
    currency: str
    """The three letters of ISO 4217, such as EUR"""


class OrganizationDomain(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    domain: str
    """In lower case"""
    proved_at: str | None
    """Since when it is proved to be the organization's; null: it is not"""
    dns_name: str
    """The name of the TXT record that proves it"""
    dns_text: str
    """The text of that record"""
    created_at: str
    """When it was made"""


class OrganizationModel(TypedDict):
    provider: str
    """The carrier or provider"""
    model: str
    """The model, as its provider calls it"""
    api_key: str | None
    """The provider's key; an answer masks it, and a mask that is sent back keeps it"""
    base_url: str | None
    """The address of a compatible provider; null: the provider's own"""
    script: NotRequired[list[ScriptedReply]]
    """What the scripted model says, in order"""


class OrganizationModelInput(TypedDict):
    provider: str
    """`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia`, `azure` or `local`"""
    model: str
    """The model, as its provider calls it"""
    api_key: NotRequired[str | None]
    """Sending the mask back keeps the key"""
    base_url: NotRequired[str | None]
    """The address of a compatible provider; null: the provider's own"""
    script: NotRequired[list[ScriptedReplyInput] | None]
    """For `local`: its answers by what it is asked"""


class OrganizationPreferences(TypedDict):
    name: str
    """Its name, as people see it"""
    country: str | None
    """National numbers are read in it (ISO 3166)"""
    timezone: str | None
    """A name of the IANA database, such as Europe/Berlin"""
    test_phone_number: str | None
    """E.164"""
    concurrent_call_limit: int
    """The most calls at a time"""
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
    keep_runs_days: int | None
    """Calls older than so many days are archived and removed; null: never"""
    retention: Retention | None
    """Days by kind; null: by retention_days and keep_runs_days"""
    calling_hours: CallingHours
    """When people are called, by their own wall clocks, where a campaign has no schedule"""
    disclosure: Disclosure
    """Whether recorded calls begin with the agent's disclosure; if not, why"""
    redaction: OrganizationPreferencesRedaction | None
    """What is left out of conversations before it is stored or sent; null: nothing"""
    rule_packs: list[str]
    """Rule packs that hold for production calls: `us-federal@2026-11`, or `de` for its newest version"""
    unconfirmed_rules: list[str]
    """Rules of these packs that counsel is to confirm and that are on all the same, such as `de/hours`"""
    own_rules: list[OrganizationPreferencesOwnRule]
    """Rules of the organization itself; every one must hold for a call"""
    budget: OrganizationBudget | None
    """The limit for the cost of outbound calls; null: no limit"""


class OrganizationPreferencesOwnRule(TypedDict):
    name: str
    """Stands in refusals"""
    expression: str
    """CEL that is true where a call may be made"""
    if_false: OwnRuleAnswer
    """Whether a call waits until it is true, or is not made"""


OrganizationPreferencesRedaction = TypedDict("OrganizationPreferencesRedaction", {
    "kinds": "list[SensitiveKind]",
    "in": "list[RedactionTarget]",
    "keep_original": "NotRequired[bool]",
})


class OrganizationsDirectoryTokenMakeAnswer(TypedDict):
    token: str
    """The bearer token for the directory, shown this once"""
    base_url: str
    """The address of SCIM to give there"""


class OrganizationsDirectoryTokenRemoveAnswer(TypedDict):
    success: bool
    """true: it was done"""


class OrganizationsDomainsAddBody(TypedDict):
    domain: str
    """People with addresses there may sign in once it is proved"""


class OrganizationsDomainsListAnswer(TypedDict):
    domains: list[OrganizationDomain]
    """By name"""


class OrganizationsDomainsMailAnswer(TypedDict):
    mailed_to: str
    """The address of the mail"""


class OrganizationsDomainsMailBody(TypedDict):
    mailbox: OrganizationsDomainsMailBodyMailbox
    """Who reads it runs the domain"""


OrganizationsDomainsMailBodyMailbox: TypeAlias = "Literal['admin', 'administrator', 'hostmaster', 'postmaster', 'webmaster']"


class OrganizationsDomainsRemoveAnswer(TypedDict):
    success: bool
    """true: it was done"""


class OrganizationsIdentityProviderGetAnswer(TypedDict):
    scim_base_url: str
    """Where the organization's directory keeps its people (SCIM 2.0)"""
    directory: DirectoryToken | None
    """The token of the directory; null: there is none"""
    provider: IdentityProvider | None
    """null: members log in with passwords"""
    redirect_uri: str
    """To register at the provider"""
    log_out_uri: str
    """To register at the provider, for its back-channel log-out"""
    logged_out_uri: str
    """To register at the provider, where people may return after a log-out"""


class OrganizationsIdentityProviderRemoveAnswer(TypedDict):
    success: bool
    """true: it was done"""


class OrganizationsIdentityProviderSetBody(TypedDict):
    name: str
    """On the button with which people sign in"""
    issuer: str
    """Below it stands /.well-known/openid-configuration"""
    client_id: str
    """The id that the app's maker has given your client"""
    client_secret: NotRequired[str | None]
    """Left out: the one that is kept stays"""
    groups_claim: NotRequired[str | None]
    """The claim that names a person's groups"""
    group_roles: NotRequired[list[OrganizationsIdentityProviderSetBodyGroupRole] | None]
    """Of several that fit, the highest role holds. Owners are made by owners"""
    default_role: NotRequired[ProvidedRole | None]
    """Of who is in none of the groups; left out: they do not get in"""
    is_required: NotRequired[bool | None]
    """Members but owners sign in there alone: their sessions by a password end at once"""
    log_out_at_provider: NotRequired[bool | None]
    """Who logs out here is led to the provider, to be logged out there too"""


class OrganizationsIdentityProviderSetBodyGroupRole(TypedDict):
    group: str
    """As the claim or the directory names it"""
    role: ProvidedRole
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""


class OrganizationsPreferencesSetBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    country: NotRequired[str | None]
    """Two letters of ISO 3166, such as DE"""
    timezone: NotRequired[str | None]
    """A name of the IANA database with a slash (Europe/Berlin), or UTC or GMT"""
    test_phone_number: NotRequired[str | None]
    """The number that test calls go to"""
    concurrent_call_limit: NotRequired[int | None]
    """The most calls at a time"""
    max_attempts_per_number_per_day: NotRequired[int | None]
    """The most calls to one number in a day; null: no limit"""
    allowed_countries: NotRequired[list[str] | None]
    """The countries whose numbers may be called, as two letters of ISO 3166; null: all"""
    allowed_number_kinds: NotRequired[list[NumberKind] | None]
    """The kinds of numbers that may be called; null: all but premium rate, shared cost and satellite"""
    artifact_link_days: NotRequired[int | None]
    """How many days links to recordings and transcripts work"""
    retention_days: NotRequired[int | None]
    """Recordings, transcripts and words of calls are removed after these days; null: never"""
    keep_runs_days: NotRequired[int | None]
    """Calls older than so many days are archived and removed; null: never"""
    retention: NotRequired[RetentionInput | None]
    """How long each kind of data is kept, in days; null: by retention_days and keep_runs_days"""
    calling_hours: NotRequired[CallingHoursInput | None]
    """When people are called, by their own wall clocks, where a campaign has no schedule"""
    disclosure: NotRequired[DisclosureInput | None]
    """Whether recorded calls begin with the agent's disclosure; if not, why"""
    redaction: NotRequired[Redaction | None]
    """What is left out of conversations before it is stored or sent; null: nothing"""
    budget: NotRequired[OrganizationBudgetInput | None]
    """The most that calls may cost; null: no limit"""
    rule_packs: NotRequired[list[str] | None]
    """Rule packs that hold for production calls: `us-federal@2026-11`, or `de` for its newest version"""
    unconfirmed_rules: NotRequired[list[str] | None]
    """Rules of these packs that counsel is to confirm and that are on all the same, such as `de/hours`"""
    own_rules: NotRequired[list[OwnRule] | None]
    """Rules of the organization itself, each true where a call may be made"""


class OrganizationsPreferencesUpdateBody(TypedDict):
    name: NotRequired[str]
    """Its name, as people see it"""
    country: NotRequired[str | None]
    """Two letters of ISO 3166, such as DE"""
    timezone: NotRequired[str | None]
    """A name of the IANA database with a slash (Europe/Berlin), or UTC or GMT"""
    test_phone_number: NotRequired[str | None]
    """The number that test calls go to"""
    concurrent_call_limit: NotRequired[int]
    """The most calls at a time"""
    max_attempts_per_number_per_day: NotRequired[int | None]
    """The most calls to one number in a day; null: no limit"""
    allowed_countries: NotRequired[list[str] | None]
    """The countries whose numbers may be called, as two letters of ISO 3166; null: all"""
    allowed_number_kinds: NotRequired[list[NumberKind] | None]
    """The kinds of numbers that may be called; null: all but premium rate, shared cost and satellite"""
    artifact_link_days: NotRequired[int]
    """How many days links to recordings and transcripts work"""
    retention_days: NotRequired[int | None]
    """Recordings, transcripts and words of calls are removed after these days; null: never"""
    keep_runs_days: NotRequired[int | None]
    """Calls older than so many days are archived and removed; null: never"""
    retention: NotRequired[RetentionInput | None]
    """How long each kind of data is kept, in days; null: by retention_days and keep_runs_days"""
    calling_hours: NotRequired[CallingHoursInput | None]
    """When people are called, by their own wall clocks, where a campaign has no schedule"""
    disclosure: NotRequired[DisclosureInput | None]
    """Whether recorded calls begin with the agent's disclosure; if not, why"""
    redaction: NotRequired[Redaction | None]
    """What is left out of conversations before it is stored or sent; null: nothing"""
    budget: NotRequired[OrganizationBudgetInput | None]
    """The most that calls may cost; null: no limit"""
    rule_packs: NotRequired[list[str] | None]
    """Rule packs that hold for production calls: `us-federal@2026-11`, or `de` for its newest version"""
    unconfirmed_rules: NotRequired[list[str] | None]
    """Rules of these packs that counsel is to confirm and that are on all the same, such as `de/hours`"""
    own_rules: NotRequired[list[OwnRule] | None]
    """Rules of the organization itself, each true where a call may be made"""


class OrganizationsRulePacksListAnswer(TypedDict):
    rule_packs: list[RulePack]
    """Every version of every pack"""


class OrganizationsRulePacksPreviewBody(TypedDict):
    rule_packs: NotRequired[list[str] | None]
    """Rule packs that would be chosen"""
    unconfirmed_rules: NotRequired[list[str] | None]
    """Rules of them that counsel is to confirm and that would be on"""
    own_rules: NotRequired[list[OwnRule] | None]
    """Own rules that would hold"""
    past_days: NotRequired[int | None]
    """The calls of so many days are replayed by these rules; 0: of none"""


class OrganizationsSignInSetBody(TypedDict):
    second_factor: OrganizationsSignInSetBodySecondFactor
    """Whether members who log in with a password need a second factor"""
    grace_days: NotRequired[int | None]
    """With required: how many days members have to set one up, 7 in the console; left out, a day that is set stays, else it is now"""


OrganizationsSignInSetBodySecondFactor: TypeAlias = "Literal['optional', 'required']"


class OriginalOfRun(TypedDict):
    workflow_run_id: int
    """The call"""
    entries: list[OriginalOfRunEntry]
    """What was said and done, in order"""
    variables: JsonObject
    """Variables that something was left out of, as they were"""
    evidence: StringMap
    """The words that variables rest on, as they were said"""
    recordings: list[OriginalOfRunRecording]
    """Recordings before they were silenced"""


class OriginalOfRunEntry(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    speaker: EntrySpeaker
    """Who spoke"""
    text: str
    """As it was said"""
    is_original: bool
    """Whether something is left out of it in the transcript"""


class OriginalOfRunRecording(TypedDict):
    part: int
    """As `part` of the recording's operation names it"""


class OutlookRule(TypedDict):
    rule: AdmissionRule
    """The rule"""
    passes: bool
    """Whether the rule lets the call pass"""
    value: str
    """The facts that the rule checks"""
    sentence: str | None
    """Why it does not, and what to do; null where it does"""
    law: Law | None
    """The rule of a rule pack that says so; null: no such rule"""
    until: str | None
    """When the rule will allow the call without a change, where that is known"""


OverlapRule: TypeAlias = "Literal['skip', 'wait', 'stop']"


class OwnPrograms(TypedDict):
    programs: list[ApiKey]
    """Those that are not stopped, newest first"""


class OwnRule(TypedDict):
    name: str
    """Stands in refusals"""
    expression: str
    """CEL that is true where a call may be made, such as `hour >= 10 && weekday != 'sun'`"""
    if_false: NotRequired[OwnRuleAnswer | None]
    """`wait`: the call waits until it is true; `refuse`: it is not made at all"""


OwnRuleAnswer: TypeAlias = "Literal['wait', 'refuse']"


class Pack(TypedDict):
    slug: str
    """The name in addresses"""
    name: str
    """Its name, as people see it"""
    summary: str
    """One sentence for people"""
    job: str
    """What its agents do, in a few words"""
    version: str
    """Which version it is"""
    state: PackState
    """The agents of a draft cannot be hired yet"""
    publisher: PackPublisher
    """Who has published it"""
    badges: list[str]
    """What it does; calls come first"""
    industries: list[str]
    """None: every industry"""
    languages: list[str]
    """Languages as in BCP 47, such as en or de"""
    demo_number: str | None
    """A number to try it at; null: none"""
    demo_url: str | None
    """A page to try it on; null: none"""
    charging: PackCharging
    """What it costs"""
    flow: PackFlow
    """Whether its agents are built for voice"""
    listed: bool
    """Whether others see it"""
    channels: list[PackChannel]
    """How its agents are reached"""
    steps: list[str]
    """Its steps, in order"""
    compliance_notes: list[str]
    """What the law asks of who uses it"""
    templates: list[TemplateListItem]
    """The templates"""


PackChannel: TypeAlias = "Literal['inbound_call', 'outbound_call', 'whatsapp', 'web', 'scheduled']"


class PackCharging(TypedDict):
    needs_voice: bool
    """Whether its agents speak"""
    unit: ChargingUnit
    """What is charged for"""
    hire_price_paise: int
    """The price of a hire, in paise"""
    creator_price_paise: int
    """What its author gets, in paise"""


PackFlow: TypeAlias = "Literal['voice', 'standard']"


class PackListItem(TypedDict):
    slug: str
    """The name in addresses"""
    name: str
    """Its name, as people see it"""
    summary: str
    """One sentence for people"""
    job: str
    """What its agents do, in a few words"""
    version: str
    """Which version it is"""
    state: PackState
    """The agents of a draft cannot be hired yet"""
    publisher: PackPublisher
    """Who has published it"""
    badges: list[str]
    """What it does; calls come first"""
    industries: list[str]
    """None: every industry"""
    languages: list[str]
    """Languages as in BCP 47, such as en or de"""
    demo_number: str | None
    """A number to try it at; null: none"""
    demo_url: str | None
    """A page to try it on; null: none"""
    charging: PackCharging
    """What it costs"""
    flow: PackFlow
    """Whether its agents are built for voice"""
    listed: bool
    """Whether others see it"""


class PackPublisher(TypedDict):
    slug: str
    """The name in addresses"""
    name: str
    """Its name, as people see it"""
    first_party: bool
    """Whether it is of the platform itself"""


PackState: TypeAlias = "Literal['draft', 'published']"


class PackVersions(TypedDict):
    versions: list[PackVersionsVersion]
    """Its versions, the newest first"""


class PackVersionsVersion(TypedDict):
    version: str
    """Which version it is"""
    state: VersionStatus
    """Its state"""
    name: str
    """Its name, as people see it"""
    summary: str
    """One sentence for people"""
    workflow_ids: list[int]
    """The agents"""
    created_at: str
    """When it was made"""
    published_at: str | None
    """When it was published; null: a draft"""


class Passkey(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    created_at: str
    """When it was made"""
    last_used_at: str | None
    """When it was last used, to the minute; null: never"""


class PeopleErasuresCreateBody(TypedDict):
    phone_number: NotRequired[str | None]
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    email: NotRequired[str | None]
    """An e-mail address"""
    reason: str
    """Why, in words for people"""
    keep_do_not_call: NotRequired[bool | None]
    """A do-not-call entry goes on to bind, under an HMAC in place of the number"""


class PeopleExportsCreateBody(TypedDict):
    phone_number: NotRequired[str | None]
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    email: NotRequired[str | None]
    """An e-mail address"""
    reason: str
    """Why, in words for people"""


class PeoplePreviewBody(TypedDict):
    phone_number: NotRequired[str | None]
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    email: NotRequired[str | None]
    """An e-mail address"""


class Person(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    names: list[str]
    """By which lists and calls know the number, the newest first"""
    contacts: list[ContactOfPerson]
    """Its places in contact lists, the newest first, at most fifty"""
    consent: ContactConsent
    """Whether the person has agreed to be called"""
    do_not_call: bool
    """An entry of the do-not-call list binds"""
    any_call: CallOutlook
    """Whether the number may be dialled now by a call outside campaigns"""
    next: list[PersonProspect]
    """The campaigns that still call it, the newest first"""
    next_left_off: bool
    """There are more campaigns that call it"""


class PersonEvent(TypedDict):
    kind: PersonEventKind
    """Which kind it is"""
    at: str
    """When it was"""
    by: str | None
    """Who did it, as `user:7`; null: the person, a carrier, or nobody is known"""
    campaign: PersonEventCampaign | None
    """The campaign of a call, or the one that it joined"""
    contact_list: PersonEventContactList | None
    """The list that it came into; hidden: it was made from the file of one campaign"""
    call: CallWithPerson | None
    """The tool that the agent calls instead"""
    missed_call: PersonEventMissedCall | None
    """A call that nobody took and that has no run"""
    message: PersonEventMessage | None
    """A text to the person or from them"""
    consent: ConsentStatement | None
    """Whether the person has agreed to be called"""
    do_not_call: PersonEventDoNotCall | None
    """The entry that binds now"""
    privacy: PersonEventPrivacy | None
    """An export or an erasure; admins see them"""


class PersonEventCampaign(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    contact_id: int | None
    """The contact; null where the number is in no list"""
    state: PersonEventCampaignState | None
    """Its state"""


PersonEventCampaignState: TypeAlias = "Literal['pending', 'in_flight', 'waiting_retry', 'finished', 'suppressed']"


class PersonEventContactList(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    is_hidden: bool
    """It was made from the file of one campaign, and no list shows it"""
    import_id: int | None
    """The import"""


class PersonEventDoNotCall(TypedDict):
    source: DoNotCallEntrySource
    """Where it comes from"""
    reason: str | None
    """Why, in words for people"""
    expires_at: str | None
    """When it ends by itself; null: never"""


PersonEventKind: TypeAlias = "Literal['call', 'missed_call', 'message', 'consent', 'do_not_call', 'joined_list', 'joined_campaign', 'export', 'erasure']"


class PersonEventMessage(TypedDict):
    message_id: str
    """The text, by its id"""
    direction: CallDirection
    """Whether we called or were called"""
    state: str
    """Its state"""
    text: str
    """The words of the text; empty: they were removed"""
    provider: str
    """The carrier or provider"""


class PersonEventMissedCall(TypedDict):
    reason: str
    """Why, in words for people"""
    called_number: str
    """The number that was called"""
    called_back_run_id: int | None
    """The call that called back; null: none did"""


class PersonEventPrivacy(TypedDict):
    id: str
    """Its id, a positive integer; other requests name it by this"""
    state: str
    """Its state"""
    reason: str
    """Why, in words for people"""


class PersonExport(TypedDict):
    export_id: str
    """The export"""
    state: PersonExportState
    """Its state"""
    step: str | None
    """The place that is being written"""
    reason: str
    """Why, in words for people"""
    requested_by: str
    """Who asked for it: `user:7`, `api_key:12`"""
    created_at: str
    """When it was made"""
    finished_at: str | None
    """When it ended; null before"""
    expires_at: str | None
    """When it ends by itself; null: never"""
    size_bytes: int | None
    """The size in bytes"""
    held: list[PersonalData]
    """What the file holds, and how much"""


class PersonExportLink(TypedDict):
    url: str
    """Opens the file, for whoever has it"""
    expires_at: str
    """When it ends by itself; null: never"""


class PersonExportList(TypedDict):
    exports: list[PersonExport]
    """The exports, newest first"""
    next_cursor: int | None
    """Send it as `cursor` for the next page; null: this is the last"""


PersonExportState: TypeAlias = "Literal['running', 'done', 'canceled', 'removed']"


class PersonHistory(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    events: list[PersonEvent]
    """The events"""
    next_cursor: str | None
    """Send it as `cursor` for the next page; null: this is the last"""


class PersonProspect(TypedDict):
    campaign_id: int
    """The campaign; null: none"""
    campaign_name: str
    """The campaign's name"""
    campaign_state: CampaignState
    """The campaign's state"""
    contact_id: int
    """The contact; null where the number is in no list"""
    state: PersonProspectState
    """`planned`: the campaign has not begun"""
    attempts: int
    """Attempts that a carrier accepted"""
    last_outcome: str | None
    """How the last attempt ended; null: there was none"""
    next_attempt_at: str | None
    """The earliest next attempt; null: it is as good as any other"""
    call_back_at: str | None
    """When the person asked to be called"""
    outlook: CallOutlook
    """What admission says of the next attempt at this moment, rule by rule"""


PersonProspectState: TypeAlias = "Literal['planned', 'pending', 'in_flight', 'waiting_retry']"


class PersonaCallerInput(TypedDict):
    kind: Literal["persona"]
    """Which kind it is"""
    persona: NotRequired[ReadyPersonaName]
    """The name of a ready persona; who, wants and never say what is different from it"""
    who: NotRequired[str]
    """Who the caller is and how they behave"""
    wants: NotRequired[str]
    """What the caller wants of the call"""
    never: NotRequired[str]
    """What the caller never does"""
    model: NotRequired[str]
    """The model, as its provider calls it"""


class PersonalData(TypedDict):
    place: str
    """A table, or a kind of file or history; with `_mentions`: text in which others name the person"""
    count: int
    """How many"""


class PhoneNumber(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    telephony_configuration_id: int
    """The carrier account"""
    address: str
    """The number or address as it was given"""
    address_normalized: str
    """The number in E.164, or the SIP address"""
    address_type: PhoneNumberAddressType
    """Whether it is a number or a SIP address"""
    country_code: str | None
    """Two letters of ISO 3166, such as DE; null where it is not known"""
    label: str | None
    """A name for people"""
    inbound_workflow_id: int | None
    """The agent that takes calls to this number; null: none"""
    inbound_workflow_name: str | None
    """The name of that agent"""
    text_workflow_id: int | None
    """The agent that answers texts (SMS); of a number null: the account's, of an account null: nobody"""
    versions: list[PlannedVersion] | None
    """null: the published version takes its calls"""
    is_active: bool
    """Whether it is in use"""
    is_default_caller_id: bool
    """Whether calls show this number where none is named"""
    ownership: PhoneNumberOwnership
    """verified: not on the account, but its owner has proved it; a caller id only"""
    managed: bool
    """Rented through the platform, which can give it back"""
    rented_at: str | None
    """When it was rented through us; null: it was not"""
    release_requested_at: str | None
    """It takes no calls from here on"""
    released_at: str | None
    """It was released at the carrier; the row stays as history"""
    extra_metadata: JsonObject
    """Notes of yours, by name; the platform keeps them and does not read them"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""
    provider_sync: ProviderSync | None
    """How pointing the number at the carrier went; null where nothing had to be pointed"""


PhoneNumberAddressType: TypeAlias = "Literal['pstn', 'sip_uri', 'sip_extension']"


class PhoneNumberList(TypedDict):
    phone_numbers: list[PhoneNumber]
    """The numbers"""


PhoneNumberOwnership: TypeAlias = "Literal['account', 'verified']"


class PlannedVersion(TypedDict):
    version: int
    """Which version it is"""
    definition_id: int
    """The version of the agent that holds the conversation"""
    weight: int
    """Its part of the calls in proportion to the weights of all"""
    share: float
    """The part of the people who are called with it now, 0 to 1"""
    stopped: PlannedVersionStopped | None
    """When the guard stopped it and by which figures; null: it goes on"""


class PlannedVersionStopped(TypedDict):
    at: str
    """When it was"""
    metric: str
    """The figure that is compared: `answer_rate`, `opt_out_rate`, or `disposition:` and its name"""
    people: int
    """People who were called with it and count for the metric"""
    hits: int
    """Those of them for whom it was so"""
    others_people: int
    """People who were called with the others and count for the metric"""
    others_hits: int
    """Those of them for whom it was so"""
    evidence: float
    """How much likelier the figures are if the version is worse"""
    needed: float
    """The evidence from which on it is stopped"""


class PlayedEntry(TypedDict):
    speaker: PlayedEntrySpeaker
    """Who spoke"""
    text: str
    """The words"""
    heard: str | None
    """The part of the sentence that was heard before the person spoke over it; null: all of it"""
    node_id: str | None
    """The step"""
    at_ms: int
    """When, from the beginning, by the conversation's own clock"""
    arguments: str | None
    """The arguments, by name"""
    result: str | None
    """What the step or tool answered, as JSON; null: nothing, or it is speech"""


PlayedEntrySpeaker: TypeAlias = "Literal['agent', 'person', 'step', 'tool']"


PolicyWhatIf = TypedDict("PolicyWhatIf", {
    "from": "str",
    "to": "str",
    "calls": "int",
    "stopped": "int",
    "by_rule": "list[PolicyWhatIfByRuleItem]",
})


class PolicyWhatIfByRuleItem(TypedDict):
    rule: str
    """The rule"""
    law: Law | None
    """The rule of a rule pack that says so; null: no such rule"""
    calls: int
    """How many calls"""
    answered: int
    """Contacts or calls that a person answered"""


class PostedMessage(TypedDict):
    event_id: int
    """The message in the timeline"""
    thread_id: str
    """The thread of messages; null: none"""
    workflow_id: int | None
    """The agent that replies; null: the assistant does, or the channel has none and its people read it"""


class PresetParameterInput(TypedDict):
    name: str
    """Its name, as people see it"""
    type: ToolParameterType
    """Which type it is"""
    value_template: str
    """The value, with {{variables}} of the call"""
    required: NotRequired[bool | None]
    """Whether it has to be given"""


ProcessingStatus: TypeAlias = "Literal['pending', 'processing', 'completed', 'failed']"


class ProposedUpgrade(TypedDict):
    event_id: int
    """The event on the timeline"""
    kind: RequestKind
    """Which kind it is"""
    state: RequestState
    """Its state"""
    decision: str | None
    """What was decided"""
    settled_by: str | None
    """Who decided; null before"""
    settled_at: str | None
    """When it was decided; null before"""
    undone_by: str | None
    """Who undid it; null: nobody"""
    undone_at: str | None
    """When it was undone; null: it was not"""
    expires_at: str
    """When it ends by itself; null: never"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    from_version: str
    """The version that the agent has"""
    to_version: str
    """The version that it would get"""


ProvidedRole: TypeAlias = "Literal['viewer', 'operator', 'supervisor', 'admin']"


class ProvidedSecret(TypedDict):
    event_id: int
    """The event on the timeline"""
    kind: RequestKind
    """Which kind it is"""
    state: RequestState
    """Its state"""
    decision: str | None
    """What was decided"""
    settled_by: str | None
    """Who decided; null before"""
    settled_at: str | None
    """When it was decided; null before"""
    undone_by: str | None
    """Who undid it; null: nobody"""
    undone_at: str | None
    """When it was undone; null: it was not"""
    expires_at: str
    """When it ends by itself; null: never"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credential_uuid: str
    """The credential whose secret is sent; null: none"""


class ProviderSync(TypedDict):
    ok: bool
    """Whether it worked"""
    message: str | None
    """A sentence for people on what was done"""


class ReachesCheck(TypedDict):
    kind: Literal["reaches"]
    """Which kind it is"""
    step: str
    """The step of the graph"""


class ReadyPersona(TypedDict):
    name: ReadyPersonaName
    """Its name, as people see it"""
    title: str
    """A line for people"""
    who: str
    """Who the caller is and how they behave"""
    wants: str
    """What the caller wants of the call"""
    never: str
    """What the caller never does"""


ReadyPersonaName: TypeAlias = "Literal['in_a_hurry', 'confused', 'angry', 'child', 'wrong_number', 'asks_who_is_calling', 'opts_out', 'breaks_rules', 'voicemail', 'screening_assistant', 'hard_of_hearing', 'switches_language']"


class ReadyPersonas(TypedDict):
    personas: list[ReadyPersona]
    """The personas that are ready to be used by their names"""


Recognition: TypeAlias = "Literal['local', 'browser']"


class RecordEntries(TypedDict):
    size: int
    """How many entries are sealed"""
    entries: list[RecordEntriesEntry]
    """In their order"""


class RecordEntriesEntry(TypedDict):
    index: int
    """Its place in the tree, from 0"""
    kind: str
    """What it is about, such as `attempt.requested` or `do_not_call.added`"""
    line: str
    """Canonical JSON (RFC 8785): its bytes are the leaf of the tree"""


class RecordKeys(TypedDict):
    origin: str
    """The name of the organization's log in its checkpoints"""
    keys: list[RecordKeysKey]
    """All that have signed, the oldest first"""
    size: int
    """How many entries are sealed"""
    signed_at: str | None
    """When the newest checkpoint was signed; null: nothing is sealed yet"""
    unsealed: int
    """How many entries wait to be sealed, for a minute at most"""


class RecordKeysKey(TypedDict):
    verifier_key: str
    """As verifiers of C2SP signed notes take it"""
    public_key: str
    """Base64"""
    signs_from: str
    """Since when it signs"""
    signs_until: str | None
    """null: it signs"""


RecordProveRunRunId: TypeAlias = "int | str"


class Recording(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    recording_id: str
    """The recording"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    organization_id: int
    """The organization"""
    filename: str
    """The name of the file"""
    content_type: str
    """The media type of the file"""
    size_bytes: int
    """The size in bytes"""
    length_ms: int | None
    """How long it sounds; null: its file does not say so"""
    tts_provider: str | None
    """The provider whose model spoke it; null: a person"""
    tts_model: str | None
    """The model that spoke it; null: a person"""
    tts_voice_id: str | None
    """The voice that spoke it; null: a person"""
    transcript: str
    """The words that are spoken in it"""
    storage_key: str
    """The key of the file in the store"""
    storage_backend: str
    """Where it is kept"""
    metadata: JsonObject
    """Notes of yours, by name; the platform keeps them and does not read them"""
    created_by: int | None
    """The user who made it; null where it was made by the platform"""
    created_at: str
    """When it was made"""
    is_active: bool
    """Whether it is in use"""


class RecordingPeaks(TypedDict):
    workflow_run_id: int
    """The call"""
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
    """The files, in the order of the request"""


class RecordingUploadUrlsItem(TypedDict):
    upload_url: str
    """Where the file is sent"""
    method: Literal["PUT"]
    """The method of the request"""
    headers: StringMap
    """Headers to send with the request, by name"""
    recording_id: str
    """The recording"""
    storage_key: str
    """The key of the file in the store"""
    expires_in: int
    """Seconds until it ends"""


class RecordingsCreateAnswer(TypedDict):
    recordings: list[Recording]
    """The recordings"""


class RecordingsCreateBody(TypedDict):
    recordings: list[RecordingsCreateBodyRecording]
    """The recordings"""


class RecordingsCreateBodyRecording(TypedDict):
    recording_id: str
    """The recording"""
    storage_key: str
    """The key of the file in the store"""
    transcript: str
    """The words that are spoken in it"""
    tts_provider: NotRequired[str | None]
    """The provider whose model spoke it; null: a person"""
    tts_model: NotRequired[str | None]
    """The model that spoke it; null: a person"""
    tts_voice_id: NotRequired[str | None]
    """The voice that spoke it; null: a person"""
    workflow_id: NotRequired[int | None]
    """The agent that takes the person over when `destination_source` is `agent`"""
    metadata: NotRequired[JsonObject | None]
    """Notes of yours, by name; the platform keeps them and does not read them"""


class RecordingsDeleteAnswer(TypedDict):
    status: Literal["deleted"]
    """Its state"""
    recording_id: str
    """The recording"""


class RecordingsListAnswer(TypedDict):
    recordings: list[Recording]
    """The recordings"""
    total: int
    """How many there are in all"""


class RecordingsUploadUrlBody(TypedDict):
    files: list[RecordingsUploadUrlBodyFile]
    """The files"""


class RecordingsUploadUrlBodyFile(TypedDict):
    filename: str
    """The name of the file"""
    mime_type: NotRequired[str | None]
    """audio/wav or audio/mpeg"""
    file_size: int
    """The size of the file in bytes"""


class Recurrence(TypedDict):
    rule: str
    """An RRULE of RFC 5545: `FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=9;BYMINUTE=30`. FREQ from DAILY to YEARLY, BYMONTH, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE and UNTIL as a date are kept, others are refused"""
    timezone: str
    """The zone whose clock the rule is read from"""
    holidays: NotRequired[list[str] | None]
    """Dates on which none is made"""
    holiday_calendar: NotRequired[str | None]
    """The country or region whose public holidays are left out, such as US or DE-BY; null: none"""
    overlap: NotRequired[OverlapRule | None]
    """When the campaign of the last time has not ended: `skip` makes none, `wait` makes it after that end, `stop` cancels the last one"""
    missed: NotRequired[MissedRule | None]
    """Times at which the platform was down: `run` makes them up, `skip` leaves them out"""


class RecurrenceSettings(TypedDict):
    rule: str
    """The rule"""
    timezone: str
    """A name of the IANA database, such as Europe/Berlin"""
    holidays: list[str]
    """Days on which nobody is called, YYYY-MM-DD"""
    holiday_calendar: str | None
    """The country or region whose public holidays are left out, such as US or DE-BY; null: none"""
    overlap: OverlapRule
    """When the campaign of the last time has not ended"""
    missed: MissedRule
    """Times at which the platform was down"""


Redaction = TypedDict("Redaction", {
    "kinds": "list[SensitiveKind]",
    "in": "list[RedactionTarget]",
    "keep_original": "NotRequired[bool]",
})


RedactionTarget: TypeAlias = "Literal['words', 'recording', 'variables', 'webhooks']"


class RefusedNumber(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    reason: str
    """Why, in words for people"""
    line: NotRequired[int]
    """The line of the uploaded file"""


class Rehearsal(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    version_number: int
    """Which version it is, from 1"""
    definition_digest: str
    """Names the definition by what it says, as the agent's own answer does"""
    state: RehearsalState
    """Its state"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    passed: bool | None
    """Whether everything is green; null: it is not over"""
    counts: RehearsalCounts
    """How many conversations are in each state"""
    estimate: RehearsalUsage
    """The tokens and the cost that are expected"""
    created_at: str
    """When it was made"""
    ended_at: str | None
    """When it ended; null before"""
    usage: RehearsalUsage | None
    """What the call has used"""
    compared: RehearsalComparison | None
    """What is different from the rehearsal before; null: there was none"""
    conversations: list[RehearsedConversationItem]
    """The conversations"""


class RehearsalComparison(TypedDict):
    rehearsal_id: int
    """The rehearsal"""
    version_number: int
    """Which version it is, from 1"""
    became_red: list[str]
    """Scenarios that were green and are not"""
    became_green: list[str]
    """Scenarios that were not green and are"""
    slower: list[SlowerScenario]
    """Scenarios in which the agent's first words take longer"""
    tokens: ComparedMeans
    """Tokens of a conversation, on average"""
    turns: ComparedMeans
    """Turns of the agent in a conversation, on average"""


class RehearsalCounts(TypedDict):
    waiting: int
    """Who waits for a line, and why"""
    playing: int
    """How many are being played"""
    green: int
    """How many came out as expected"""
    red: int
    """How many did not come out as expected"""
    failed: int
    """How many could not be played"""
    canceled: int
    """How many were canceled"""


class RehearsalList(TypedDict):
    rehearsals: list[RehearsalListItem]
    """The rehearsals, newest first"""
    next_cursor: int | None
    """Send it as `cursor` for the next page; null: this is the last"""


class RehearsalListItem(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    version_number: int
    """Which version it is, from 1"""
    definition_digest: str
    """Names the definition by what it says, as the agent's own answer does"""
    state: RehearsalState
    """Its state"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    passed: bool | None
    """Whether everything is green; null: it is not over"""
    counts: RehearsalCounts
    """How many conversations are in each state"""
    estimate: RehearsalUsage
    """The tokens and the cost that are expected"""
    created_at: str
    """When it was made"""
    ended_at: str | None
    """When it ended; null before"""


class RehearsalOfEdit(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    state: RehearsalState
    """Its state"""
    passed: bool | None
    """Whether every scenario is green; null while it is under way"""
    ended_at: str | None
    """When it ended; null before"""


RehearsalState: TypeAlias = "Literal['running', 'paused', 'canceled', 'done']"


class RehearsalUsage(TypedDict):
    requests: int
    """The requests"""
    prompt_tokens: int
    """Tokens that the model read"""
    completion_tokens: int
    """Tokens that the model wrote"""
    cost_minor: int | None
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""


class RehearsalsCreateBody(TypedDict):
    version: NotRequired[int | None]
    """The number of the version to rehearse; without it the draft, or else the published one"""
    scenario_ids: NotRequired[list[int] | None]
    """The scenarios to play; without them all of the agent's"""


class RehearsalsCreateError409(TypedDict):
    detail: str | AgentValidation
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class RehearsalsRunAgainError409(TypedDict):
    detail: str | AgentValidation
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class RehearsedConversation(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    scenario_id: int | None
    """The scenario; null: it was deleted since"""
    scenario_name: str
    """The name of the scenario"""
    must_pass: bool
    """Whether it has to be green before a version may be published where that is asked for"""
    run_number: int
    """Which of the scenario's runs it is, from 1"""
    state: RehearsedState
    """Its state"""
    tries: int
    """How often it may be tried; null: no limit"""
    checks: list[CheckResult]
    """What is expected of the conversation, and how it came out where it was played"""
    turns: int | None
    """What was said, in order"""
    lines_left: int | None
    """Lines of the caller for which the conversation gave no occasion"""
    tools_without_answer: list[str]
    """Tools that were called and that the scenario gives no answer for: they answered nothing"""
    error: str | None
    """Why it failed, in words for people; null where it did not"""
    usage: RehearsalUsage | None
    """What the call has used"""
    started_at: str | None
    """When it began; null before"""
    ended_at: str | None
    """When it ended; null before"""
    words: list[PlayedEntry]
    """Everything that was said and done, in order"""
    steps: list[str]
    """Its steps, in order"""
    variables: JsonObject
    """What whoever hires it is asked"""
    end_reason: str | None
    """Why it ended"""
    disposition: str | None
    """What the agent noted of it; null: nothing"""
    answered_by: AnsweredBy | None
    """Who answered, by what was said first, or as the carrier told it"""
    opted_out: bool | None
    """Calls in which the person did not want to be called again"""
    first_words_ms: list[int]
    """How long the agent's first words took, by turn"""
    scenario: JsonObject
    """The scenario as it was when it was played"""


class RehearsedConversationItem(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    scenario_id: int | None
    """The scenario; null: it was deleted since"""
    scenario_name: str
    """The name of the scenario"""
    must_pass: bool
    """Whether it has to be green before a version may be published where that is asked for"""
    run_number: int
    """Which of the scenario's runs it is, from 1"""
    state: RehearsedState
    """Its state"""
    tries: int
    """How often it may be tried; null: no limit"""
    checks: list[CheckResult]
    """What is expected of the conversation, and how it came out where it was played"""
    turns: int | None
    """What was said, in order"""
    lines_left: int | None
    """Lines of the caller for which the conversation gave no occasion"""
    tools_without_answer: list[str]
    """Tools that were called and that the scenario gives no answer for: they answered nothing"""
    error: str | None
    """Why it failed, in words for people; null where it did not"""
    usage: RehearsalUsage | None
    """What the call has used"""
    started_at: str | None
    """When it began; null before"""
    ended_at: str | None
    """When it ended; null before"""


RehearsedState: TypeAlias = "Literal['waiting', 'playing', 'green', 'red', 'failed', 'canceled']"


class Removal(TypedDict):
    removal_id: str
    """The removal; null: nothing is left to remove"""
    state: RemovalState
    """Its state"""
    campaign_id: int | None
    """The campaign that is deleted with its calls; null: calls alone"""
    runs: int
    """Runs that were there when it was asked for"""
    runs_removed: int
    """Runs that are gone"""
    runs_waiting: int
    """Runs that are still in use; a removal waits for them for about a day"""
    removed: list[RemovedRows]
    """What was removed, by kind"""
    requested_by: str
    """Who asked for it: `user:7`, `api_key:12`"""
    created_at: str
    """When it was made"""
    finished_at: str | None
    """When it ended; null before"""


class RemovalList(TypedDict):
    removals: list[Removal]
    """The removals, newest first"""
    next_cursor: int | None
    """Send it as `cursor` for the next page; null: this is the last"""


class RemovalPreview(TypedDict):
    runs: int
    """Runs that fit"""
    in_use: int
    """Runs that are not over, whose carrier has yet to report, or about which somebody is asked: they go when they are done with"""


RemovalState: TypeAlias = "Literal['running', 'done']"


class RemovedRows(TypedDict):
    kind: str
    """A table, or `files`"""
    count: int
    """How many"""


class RemovedRunsWhere(TypedDict):
    workflow_id: NotRequired[int | None]
    """The agent that takes the person over when `destination_source` is `agent`"""
    campaign_id: NotRequired[int | None]
    """The campaign; null: none"""
    created_from: NotRequired[str | None]
    """Runs made at this instant or later"""
    created_before: NotRequired[str | None]
    """Runs made before this instant"""
    outcomes: NotRequired[list[str] | None]
    """Runs with one of these dialling outcomes"""
    environment: NotRequired[Environment | None]
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""


class ReplacedDocumentInput(TypedDict):
    name: str
    """Its name, as people see it"""
    text: str
    """The words"""


ReplyEvent: TypeAlias = "ReplyEvent1 | ReplyEvent2 | ReplyEvent3 | ReplyEvent4"


class ReplyEvent1(TypedDict):
    kind: Literal["forming"]
    """Which kind it is"""
    text: str
    """The beginning of the next sentence; each replaces the one before"""


class ReplyEvent2(TypedDict):
    kind: Literal["sentence"]
    """Which kind it is"""
    text: str
    """The next sentence, whole"""


class ReplyEvent3(TypedDict):
    kind: Literal["end"]
    """Which kind it is"""
    session: TextSession
    """The session as it is after the turn"""


class ReplyEvent4(TypedDict):
    kind: Literal["error"]
    """Which kind it is"""
    status: int
    """What the answer's status would be, had it not begun"""
    code: str | None
    """The code of the error, for programs; the page of error codes lists them"""
    detail: str
    """Why the turn was not carried out to its end"""


ReportFormat: TypeAlias = "Literal['csv', 'xlsx']"


class Request(TypedDict):
    event_id: int
    """The event on the timeline"""
    kind: RequestKind
    """Which kind it is"""
    state: RequestState
    """Its state"""
    decision: str | None
    """What was decided"""
    settled_by: str | None
    """Who decided; null before"""
    settled_at: str | None
    """When it was decided; null before"""
    undone_by: str | None
    """Who undid it; null: nobody"""
    undone_at: str | None
    """When it was undone; null: it was not"""
    expires_at: str
    """When it ends by itself; null: never"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""


RequestKind: TypeAlias = "Literal['question', 'action', 'edit', 'secret']"


class RequestList(TypedDict):
    requests: list[ListedRequest]
    """The requests"""
    total_count: int
    """How many rows there are in all"""
    page: int
    """Which page this is, from 1"""
    limit: int
    """How many rows at most, 1 to 100 unless it says otherwise"""
    total_pages: int
    """How many pages of this limit there are"""


class RequestOfCall(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    kind: RequestKind
    """Which kind it is"""
    state: RequestState
    """Its state"""
    decision: str | None
    """What was decided"""
    settled_by: str | None
    """Who decided; null before"""
    created_at: str
    """When it was made"""
    settled_at: str | None
    """When it was decided; null before"""


RequestState: TypeAlias = "Literal['open', 'settled', 'expired']"


class Retention(TypedDict):
    words: int | None
    """Days for words of conversations and transcripts"""
    recordings: int | None
    """Days for recordings"""
    runs: int | None
    """Days for calls, which are archived then"""
    contacts: int | None
    """Days for contacts that no campaign may still call"""
    import_files: int | None
    """Days for what imports say of rows that they could not take"""
    threads: int | None
    """Days for messages in channels and threads"""
    deliveries: int | None
    """Days for what was sent to webhooks"""


class RetentionInput(TypedDict):
    words: NotRequired[int | None]
    """Days for words of conversations and transcripts"""
    recordings: NotRequired[int | None]
    """Days for recordings"""
    runs: NotRequired[int | None]
    """Days for calls, which are archived then"""
    contacts: NotRequired[int | None]
    """Days for contacts that no campaign may still call"""
    import_files: NotRequired[int | None]
    """Days for what imports say of rows that they could not take"""
    threads: NotRequired[int | None]
    """Days for messages in channels and threads"""
    deliveries: NotRequired[int | None]
    """Days for what was sent to webhooks"""


class RetentionPreview(TypedDict):
    as_of: str
    """When the figures were read"""
    kinds: list[RetentionPreviewKind]
    """The kinds of numbers and addresses that are left out"""


class RetentionPreviewKind(TypedDict):
    kind: RetentionPreviewKindKind
    """Which kind it is"""
    days: int | None
    """How long it is kept; null: for good"""
    set_by: RetentionPreviewKindSetBy | None
    """By what: `retention`, the days for all words or runs, or the operator's ceiling"""
    most_days: int | None
    """The operator's ceiling; null: none"""
    due: int
    """How many are removed with the next run"""
    due_within_week: int
    """How many are removed within a week"""
    next_due_at: str | None
    """When the oldest is due; null: there is none, or it is kept for good"""


RetentionPreviewKindKind: TypeAlias = "Literal['words', 'recordings', 'runs', 'contacts', 'import_files', 'threads', 'deliveries']"


RetentionPreviewKindSetBy: TypeAlias = "Literal['kind', 'general', 'operator']"


RetrievalMode: TypeAlias = "Literal['chunked', 'full_document']"


class RetryConfig(TypedDict):
    enabled: NotRequired[bool | None]
    """Whether it is in force"""
    max_retries: NotRequired[int | None]
    """How often somebody is called again at most"""
    retry_delay_seconds: NotRequired[int | None]
    """Seconds until the next call"""
    retry_delays_seconds: NotRequired[list[int] | None]
    """The delay before the n-th retry; later retries wait `retry_delay_seconds`. An empty list: all of them do"""
    retry_on_busy: NotRequired[bool | None]
    """Whether a busy line is called again"""
    retry_on_no_answer: NotRequired[bool | None]
    """Whether a call that nobody took is made again"""
    retry_on_voicemail: NotRequired[bool | None]
    """Whether a call that a mailbox took is made again"""
    retry_on_answered_by: NotRequired[list[AnsweredBy] | None]
    """Who is called again of those who answered: `person`, `voicemail`, `screening` and `ivr` without a person, `unknown`. It alone decides about answered calls, and `retry_on_voicemail` follows it. Absent or an empty list: voicemail by `retry_on_voicemail`, screening and ivr by `retry_on_no_answer`, a person never"""


class RetryConfigChanges(TypedDict):
    enabled: NotRequired[bool | None]
    """Whether it is in force"""
    max_retries: NotRequired[int | None]
    """How often somebody is called again at most"""
    retry_delay_seconds: NotRequired[int | None]
    """Seconds until the next call"""
    retry_delays_seconds: NotRequired[list[int] | None]
    """The delay before the n-th retry; later retries wait `retry_delay_seconds`. An empty list: all of them do"""
    retry_on_busy: NotRequired[bool | None]
    """Whether a busy line is called again"""
    retry_on_no_answer: NotRequired[bool | None]
    """Whether a call that nobody took is made again"""
    retry_on_voicemail: NotRequired[bool | None]
    """Whether a call that a mailbox took is made again"""
    retry_on_answered_by: NotRequired[list[AnsweredBy] | None]
    """Who is called again of those who answered: `person`, `voicemail`, `screening` and `ivr` without a person, `unknown`. It alone decides about answered calls, and `retry_on_voicemail` follows it. Absent or an empty list: voicemail by `retry_on_voicemail`, screening and ivr by `retry_on_no_answer`, a person never"""


class RetrySettings(TypedDict):
    enabled: bool
    """Whether it is in force"""
    max_retries: int
    """How often somebody is called again at most"""
    retry_delay_seconds: int
    """Seconds until the next call"""
    retry_delays_seconds: list[int] | None
    """The delay before the n-th retry; later retries wait `retry_delay_seconds`. An empty list: all of them do"""
    retry_on_busy: bool
    """Whether a busy line is called again"""
    retry_on_no_answer: bool
    """Whether a call that nobody took is made again"""
    retry_on_voicemail: bool
    """Whether a call that a mailbox took is made again"""
    retry_on_answered_by: list[AnsweredBy] | None
    """Who is called again of those who answered; null: as the other fields say"""


class RevisionConflict(TypedDict):
    message: str
    """A sentence for people on what was done"""
    expected_revision: int
    """The revision that was sent"""
    actual_revision: int
    """The revision that the session has"""


Role: TypeAlias = "Literal['viewer', 'operator', 'supervisor', 'admin', 'owner']"


RowKind: TypeAlias = "Literal['calls', 'campaigns', 'contacts', 'permissions', 'agents', 'knowledge', 'record', 'other']"


class RowUsage(TypedDict):
    bytes: int
    """Bytes of all rows, without indexes, at the last measurement"""
    most_bytes: int
    """Beyond it, nothing large is added (402, `row_quota`)"""
    measured_at: str | None
    """Maintenance measures every five minutes; null: it has not yet"""
    kinds: list[RowsOfKind]
    """The rows by kind, the largest first"""


class RowsOfKind(TypedDict):
    kind: RowKind
    """`calls` with words and events, `campaigns` with contacts, `contacts` in lists, `permissions`: do-not-call and consents, `agents` with versions and rehearsals, `knowledge`, `record`: what is proven and audited"""
    rows: int
    """About how many: tables of many pages are sampled"""
    bytes: int
    """About how many bytes"""
    make_room: str | None
    """The operation that makes room; null: these rows prove or forbid something, or are few"""


class RulePack(TypedDict):
    pack: str
    """The name of this version, such as `us-federal@2026-11`"""
    id: str
    """The pack"""
    version: str
    """Its version: year and month"""
    name: InBothLanguages
    """Its name"""
    about: InBothLanguages
    """What it is about"""
    note: InBothLanguages
    """That it is no legal advice"""
    digest: str
    """By which the record names what this version says"""
    chosen: bool
    """Whether the organization has chosen this version"""
    countries: list[str]
    """Called numbers that it concerns (ISO 3166)"""
    prefixes: list[str] | None
    """Only numbers that begin so; null: all"""
    regions: list[str] | None
    """And contacts whose attribute `region` is one of them (ISO 3166-2)"""
    rules: list[RulePackRule]
    """The rules, of which the first that fits counts"""


class RulePackRule(TypedDict):
    rule: str
    """The name by which it is switched on, such as `de/hours`"""
    kind: str
    """What it is a rule of: hours, attempts, consent and others"""
    says: InBothLanguages
    """What it says"""
    source: str
    """Where it was read"""
    paragraph: str
    """Where the law says so"""
    checked: str | None
    """When it was read at its source; null: it is from memory"""
    to_be_confirmed: bool
    """Counsel is to confirm it: it is off until `unconfirmed_rules` names it"""
    in_force: bool
    """Whether it holds for calls of the organization"""
    wording: StringMap | None
    """By language: what a person agrees to, or what a call says; null: no words"""


RulePacksPast = TypedDict("RulePacksPast", {
    "from": "str",
    "to": "str",
    "one_in": "int",
    "has_more": "bool",
    "calls": "int",
    "refused_calls": "int",
    "before": "StoppedCalls",
    "after": "StoppedCalls",
    "newly_stopped": "int",
    "allowed": "int",
    "newly_allowed": "int",
    "by_rule": "list[RulePacksPastByRuleItem]",
})


class RulePacksPastByRuleItem(TypedDict):
    pack: str
    """The version of the pack; `own`: an own rule"""
    rule: str
    """The rule's name"""
    paragraph: str
    """Where the law says so; empty: an own rule"""
    refused: int
    """Calls that would not have been made at all"""
    waiting: int
    """Calls that would not have been made at that time"""
    answered: int
    """Those of them that a person answered"""


class RulePacksPreview(TypedDict):
    campaigns: int
    """Campaigns that run, are paused or are scheduled"""
    contacts: int
    """Their contacts that are yet to be called and were looked at"""
    has_more: bool
    """Whether there are contacts that were not looked at"""
    before: StoppedContacts
    """By the rules as they are"""
    after: StoppedContacts
    """By the rules that are asked about"""
    newly_stopped: int
    """Contacts whom only the rules that are asked about stop"""
    by_rule: list[RulePacksPreviewByRuleItem]
    """The stopped contacts by the first rule that stops them"""
    by_campaign: list[RulePacksPreviewByCampaignItem]
    """The same by campaign"""
    past: RulePacksPast | None
    """The production calls of the last days, replayed by these rules; null: of none"""


class RulePacksPreviewByCampaignItem(TypedDict):
    campaign_id: int
    """The campaign"""
    name: str
    """Its name"""
    contacts: int
    """Its contacts that were looked at"""
    refused: int
    """Contacts that are not called at all"""
    waiting: int
    """Contacts that are called later"""


class RulePacksPreviewByRuleItem(TypedDict):
    pack: str
    """The version of the pack; `own`: an own rule"""
    rule: str
    """The rule's name"""
    paragraph: str
    """Where the law says so; empty: an own rule"""
    refused: int
    """Contacts that are not called at all"""
    waiting: int
    """Contacts that are called later"""


class Run(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    uuid: str
    """Its UUID"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    definition_id: int | None
    """The version of the agent that holds the conversation"""
    name: str
    """Its name, as people see it"""
    mode: str
    """How the conversation is held: by telephone, in text or in a browser"""
    call_type: CallDirection
    """Whether we called or were called"""
    direction: CallDirection
    """Whether we called or were called"""
    environment: Environment
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    campaign_id: int | None
    """The campaign; null: none"""
    contact_id: int | None
    """The contact; null where the number is in no list"""
    attempt: int
    """Which call to the contact it is in its campaign, from 1"""
    created_at: str
    """When it was made"""
    state: RunState
    """Its state"""
    is_completed: bool
    """Whether it is over"""
    outcome: str | None
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    disposition: str | None
    """What the agent noted of it; null: nothing"""
    caller_number: str | None
    """The number that called"""
    called_number: str | None
    """The number that was called"""
    telephony_configuration_id: int | None
    """The carrier account"""
    started_at: str | None
    """When it began; null before"""
    answered_at: str | None
    """When it was answered; null: it was not"""
    answered_by: AnsweredBy | None
    """Who answered; null while nobody has told, and for calls that nobody answered"""
    answer_evidence: AnswerEvidence | None
    """Why it is that word; null in lists"""
    ended_at: str | None
    """When it ended; null before"""
    duration_seconds: int | None
    """Seconds from the answer to the end"""
    cost_minor: int | None
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""
    end_reason: str | None
    """Why it ended"""
    error: str | None
    """Why it failed, in words for people; null where it did not"""
    carrier_unreachable: RunCarrierUnreachable | None
    """Why a call under way waits: its carrier cannot be asked about it. Null once the carrier answers; a call that ended as `unknown` keeps it"""
    transcript_url: str | None
    """The transcript, for who is logged in; null: there is none"""
    recording_url: str | None
    """The recording, for who is logged in; null: there is none"""
    user_recording_url: str | None
    """The person's side of the recording, for who is logged in; null: there is none"""
    bot_recording_url: str | None
    """The agent's side of the recording, for who is logged in; null: there is none"""
    transcript_public_url: str | None
    """The transcript, for whoever has this link; null: there is none"""
    recording_public_url: str | None
    """The recording, for whoever has this link; null: there is none"""
    user_recording_public_url: str | None
    """The person's side of the recording, for whoever has this link; null: there is none"""
    bot_recording_public_url: str | None
    """The agent's side of the recording, for whoever has this link; null: there is none"""
    public_access_token: str | None
    """The token in the links for whoever has them; null: there are none"""
    cost_info: JsonObject | None
    """The cost in the form of the reference's clients; null while it is not known"""
    usage: RunUsage
    """What the call has used"""
    usage_info: JsonObject | None
    """The usage in the form of the reference's clients; null while it is not known"""
    initial_context: JsonObject | None
    """Variables that the conversation begins with, by name"""
    gathered_context: JsonObject | None
    """Variables that the conversation has gathered, by name"""
    evidence: RunEvidence | None
    """The person's own words behind each gathered variable; null in lists"""
    transfer: RunTransfer | None
    """The latest warm transfer of the call to a person; null in lists, and where there was none"""
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
    """What went wrong last, in the words of the other side; null: nothing"""
    last_tried_at: str
    """When the carrier was last asked"""


RunEvidence: TypeAlias = "dict[str, Evidence]"


class RunList(TypedDict):
    runs: list[Run]
    """The calls"""
    total_count: int
    """How many rows there are in all"""
    page: int
    """Which page this is, from 1"""
    limit: int
    """How many rows at most, 1 to 100 unless it says otherwise"""
    total_pages: int
    """How many pages of this limit there are"""
    applied_filters: list[JsonObject]
    """The filters of the request, as they were understood"""


class RunLogs(TypedDict):
    carrier_events: list[RunLogsCarrierEvent]
    """What the carrier has reported, in order; at most 200"""
    called_back: list[int]
    """The missed calls that this call answers"""


class RunLogsCarrierEvent(TypedDict):
    event_id: str
    """Begins with `fetch:` where the carrier was asked"""
    state: str
    """Its state"""
    outcome: str | None
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    received_at: str
    """When the carrier's message arrived"""


RunProgress: TypeAlias = "Literal['completed', 'in_progress']"


class RunProof(TypedDict):
    checkpoint: str
    """A signed note of C2SP"""
    entries: list[RunProofEntry]
    """What the record says of the call, in its order"""


class RunProofEntry(TypedDict):
    index: int
    """Its place in the tree, from 0"""
    kind: str
    """What it is about, such as `attempt.requested` or `do_not_call.added`"""
    line: str
    """Canonical JSON (RFC 8785): its bytes are the leaf of the tree"""
    proof: list[str]
    """The hashes from the leaf to the root (RFC 9162, 2.1.3)"""


RunSortField: TypeAlias = "Literal['created_at', 'duration']"


RunState: TypeAlias = "Literal['queued', 'dialing', 'ringing', 'in_progress', 'completed', 'failed', 'canceled', 'blocked']"


class RunTransfer(TypedDict):
    uuid: str
    """Its UUID"""
    state: RunTransferState
    """Its state"""
    outcome: TransferOutcome | None
    """Null while nobody has decided; `connected` also once the two have hung up"""
    to: str | None
    """Who is called now, or was called last"""
    workflow_run_uuid: str | None
    """The call to that person, a run of its own with its own cost"""
    tries: list[RunTransferTry]
    """Those who were called and did not take the caller"""
    requested_at: str
    """When the agent asked for somebody"""
    answered_at: str | None
    """When it was answered; null: it was not"""
    connected_at: str | None
    """When it was connected"""
    ended_at: str | None
    """When it ended; null before"""


RunTransferState: TypeAlias = "Literal['requested', 'calling', 'briefing', 'accepted', 'connected', 'over']"


class RunTransferTry(TypedDict):
    run_uuid: str
    """The call to that person"""
    outcome: TransferOutcome
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""


class RunUsage(TypedDict):
    llm: RunUsageLlm | None
    """Null until the run is settled, and where no model was asked"""
    stt: RunUsageStt | None
    """Where a model heard the person. Carriers that listen themselves have it in their price"""
    tts: RunUsageTts | None
    """Where a model spoke. Carriers that speak themselves have it in their price"""
    carrier: RunUsageCarrier | None
    """What the carrier has said of its price; null: nothing yet"""


class RunUsageCarrier(TypedDict):
    seconds: int
    """Seconds that count"""
    cost_minor: int | None
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""


class RunUsageLlm(TypedDict):
    requests: int
    """How many requests the model had"""
    prompt_tokens: int
    """Tokens that the model read"""
    completion_tokens: int
    """Tokens that the model wrote"""
    estimated: bool
    """A model's server did not count: four characters are a token"""
    cost_minor: int | None
    """Null: a model has no price in the operator's list"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""


class RunUsageStt(TypedDict):
    requests: int
    """How many requests the model had"""
    seconds: int
    """Seconds of sound"""
    cost_minor: int | None
    """Null: a model has no price in the operator's list"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""


class RunUsageTts(TypedDict):
    requests: int
    """How many requests the model had"""
    characters: int
    """Characters that were spoken"""
    seconds: int
    """Seconds of sound"""
    cost_minor: int | None
    """Null: a model has no price in the operator's list"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""


class SandboxManners(TypedDict):
    latency_ms: NotRequired[int]
    """Milliseconds until it answers a request for a call"""
    throttled: NotRequired[float]
    """The share of requests that it refuses with 429, 0 to 1"""
    calls_per_second: NotRequired[float | None]
    """More calls within a second are refused with 429; null: any number"""
    lost_requests: NotRequired[float]
    """The share of requests that never reach it"""
    lost_answers: NotRequired[float]
    """The share of requests whose call it makes and whose answer is lost"""
    server_errors: NotRequired[float]
    """The share of requests that it answers with 503"""
    callbacks: NotRequired[SandboxMannersCallbacks]
    """What it does wrong with its callbacks"""
    outage: NotRequired[SandboxMannersOutage | None]
    """Between these instants it answers nothing and tells nothing; null: it is not away"""
    people: NotRequired[SandboxMannersPeople]
    """People who were called with it and count for the metric"""
    groups: NotRequired[list[SandboxMannersGroup]]
    """Numbers with other people"""


class SandboxMannersAnswer(TypedDict):
    latency_ms: float
    """Milliseconds until it answers a request for a call"""
    throttled: float
    """The share of requests that it refuses with 429, 0 to 1"""
    calls_per_second: float | None
    """More calls within a second are refused with 429; null: any number"""
    lost_requests: float
    """The share of requests that never reach it"""
    lost_answers: float
    """The share of requests whose call it makes and whose answer is lost"""
    server_errors: float
    """The share of requests that it answers with 503"""
    callbacks: SandboxMannersAnswerCallbacks
    """What it does wrong with its callbacks"""
    outage: SandboxMannersAnswerOutage | None
    """Between these instants it answers nothing and tells nothing; null: it is not away"""
    people: SandboxMannersAnswerPeople
    """People who were called with it and count for the metric"""
    groups: list[SandboxMannersAnswerGroup]
    """Numbers with other people"""


class SandboxMannersAnswerCallbacks(TypedDict):
    lost: float
    """The share of callbacks that are not sent"""
    doubled: float
    """The share of callbacks that are sent twice"""
    reordered: float
    """The share of callbacks that are sent after the call's last one"""
    late: float
    """The share of callbacks that are sent late"""
    late_by_seconds: float
    """How late those are"""


class SandboxMannersAnswerGroup(TypedDict):
    ending: str
    """The last digits of their numbers"""
    weights: NotRequired[SandboxMannersAnswerGroupWeights]
    """How often each outcome comes, relative to the others"""
    outcomes: NotRequired[list[SimulatedOutcome]]
    """The outcomes of a number's calls, attempt after attempt; the last one stays"""
    ring_seconds: NotRequired[list[float]]
    """How long it rings: least and most, in seconds on the phone"""
    talk_seconds: NotRequired[list[float]]
    """How long a person talks before they hang up: least and most, in seconds on the phone"""


SandboxMannersAnswerGroupWeights: TypeAlias = "dict[str, float]"


SandboxMannersAnswerOutage = TypedDict("SandboxMannersAnswerOutage", {
    "from": "str",
    "to": "str",
})


class SandboxMannersAnswerPeople(TypedDict):
    weights: NotRequired[SandboxMannersAnswerPeopleWeights]
    """How often each outcome comes, relative to the others"""
    outcomes: NotRequired[list[SimulatedOutcome]]
    """The outcomes of a number's calls, attempt after attempt; the last one stays"""
    ring_seconds: NotRequired[list[float]]
    """How long it rings: least and most, in seconds on the phone"""
    talk_seconds: NotRequired[list[float]]
    """How long a person talks before they hang up: least and most, in seconds on the phone"""


SandboxMannersAnswerPeopleWeights: TypeAlias = "dict[str, float]"


class SandboxMannersCallbacks(TypedDict):
    lost: NotRequired[float]
    """The share of callbacks that are not sent"""
    doubled: NotRequired[float]
    """The share of callbacks that are sent twice"""
    reordered: NotRequired[float]
    """The share of callbacks that are sent after the call's last one"""
    late: NotRequired[float]
    """The share of callbacks that are sent late"""
    late_by_seconds: NotRequired[float]
    """How late those are"""


class SandboxMannersGroup(TypedDict):
    ending: str
    """The last digits of their numbers"""
    weights: NotRequired[SandboxMannersGroupWeights]
    """How often each outcome comes, relative to the others"""
    outcomes: NotRequired[list[SimulatedOutcome]]
    """The outcomes of a number's calls, attempt after attempt; the last one stays"""
    ring_seconds: NotRequired[list[float]]
    """How long it rings: least and most, in seconds on the phone"""
    talk_seconds: NotRequired[list[float]]
    """How long a person talks before they hang up: least and most, in seconds on the phone"""


SandboxMannersGroupWeights: TypeAlias = "dict[str, float]"


SandboxMannersOutage = TypedDict("SandboxMannersOutage", {
    "from": "str",
    "to": "str",
})


class SandboxMannersPeople(TypedDict):
    weights: NotRequired[SandboxMannersPeopleWeights]
    """How often each outcome comes, relative to the others"""
    outcomes: NotRequired[list[SimulatedOutcome]]
    """The outcomes of a number's calls, attempt after attempt; the last one stays"""
    ring_seconds: NotRequired[list[float]]
    """How long it rings: least and most, in seconds on the phone"""
    talk_seconds: NotRequired[list[float]]
    """How long a person talks before they hang up: least and most, in seconds on the phone"""


SandboxMannersPeopleWeights: TypeAlias = "dict[str, float]"


class SandboxSimulator(TypedDict):
    manners: SandboxMannersAnswer | None
    """null: the simulator behaves as the operator of the installation has set it"""


class SaysCheck(TypedDict):
    kind: Literal["says"]
    """Which kind it is"""
    text: str
    """The words"""


class Scenario(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    name: str
    """Its name, as people see it"""
    caller: ScenarioCaller
    """Who is on the other side of the conversation"""
    context: JsonObject
    """Values of {{variables}}, as a call would be started with"""
    direction: CallDirection
    """Whether we called or were called"""
    answered_by: Detection
    """Who answers the call"""
    now: NotRequired[str]
    """The time at which the conversation begins; without it the present"""
    timezone: NotRequired[str]
    """A name of the IANA database, such as Europe/Berlin"""
    tools: ScenarioTools
    """The tools"""
    documents: Literal["real"] | list[ScenarioDocument]
    """The documents"""
    transfer: TransferResult
    """How a transfer ends"""
    checks: list[ScenarioCheck]
    """What is expected of the conversation, and how it came out where it was played"""
    runs: int
    """The calls"""
    must_pass: bool
    """Whether it has to be green before a version may be published where that is asked for"""
    source: JsonObject | None
    """Where it comes from"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""


class ScenarioCaller(TypedDict):
    kind: ScenarioCallerKind
    """Which kind it is"""
    lines: NotRequired[list[CallerLine]]
    """What the caller does, in order"""
    persona: NotRequired[str]
    """The name of a ready persona; who, wants and never say what is different from it"""
    who: NotRequired[str]
    """Who the caller is and how they behave"""
    wants: NotRequired[str]
    """What the caller wants of the call"""
    never: NotRequired[str]
    """What the caller never does"""
    model: NotRequired[str]
    """The model that plays the persona, of the provider that the agent uses; without it the agent's own"""


ScenarioCallerKind: TypeAlias = "Literal['scripted', 'persona']"


class ScenarioCheck(TypedDict):
    kind: ScenarioCheckKind
    """Which kind it is"""
    text: NotRequired[str]
    """The words"""
    step: NotRequired[str]
    """The step of the graph"""
    name: NotRequired[str]
    """Its name, as people see it"""
    equals: NotRequired[Any]
    """The value that is expected; without it any value"""
    tool: NotRequired[str]
    """The tool"""
    arguments: NotRequired[JsonObject]
    """The arguments, by name"""
    times: NotRequired[int]
    """How often; without it at least once"""
    turns: NotRequired[int]
    """What was said, in order"""
    question: NotRequired[str]
    """The yes-or-no question to the judge"""
    expects: NotRequired[bool]
    """The answer that is expected of the judge: yes (true) or no"""


ScenarioCheckKind: TypeAlias = "Literal['says', 'never_says', 'reaches', 'never_reaches', 'ends_at', 'variable', 'disposition', 'tool_called', 'tool_not_called', 'turns_at_most', 'judge']"


class ScenarioDeleted(TypedDict):
    message: str
    """A sentence for people on what was done"""


class ScenarioDocument(TypedDict):
    name: str
    """Its name, as people see it"""
    text: str
    """The words"""


class ScenarioImport(TypedDict):
    created: int
    """How many are new"""
    updated: int
    """How many had the name of one that was there, and rewrote it"""
    scenarios: list[ImportedScenario]
    """The scenarios, oldest first"""


class ScenarioList(TypedDict):
    scenarios: list[Scenario]
    """The scenarios, oldest first"""
    estimate: SuiteEstimate
    """The tokens and the cost that are expected"""


class ScenarioToolAnswer(TypedDict):
    returns: NotRequired[Any]
    """What the tool answers, in place of the request that it would send"""
    fails: NotRequired[str]
    """The sentence with which the tool fails"""
    after_ms: NotRequired[int]
    """How long the answer would take; nobody waits for it"""


ScenarioTools: TypeAlias = "dict[str, ScenarioToolAnswer]"


class ScenariosCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    caller: ScenariosCreateBodyCaller
    """Who is on the other side of the conversation"""
    context: NotRequired[JsonObject | None]
    """Values of {{variables}}, as a call would be started with"""
    direction: NotRequired[CallDirection | None]
    """Whether we called or were called"""
    answered_by: NotRequired[Detection | None]
    """Who answers the call"""
    now: NotRequired[str]
    """The time at which the conversation begins; without it the present"""
    timezone: NotRequired[str]
    """A name of the IANA database with a slash (Europe/Berlin), or UTC or GMT"""
    tools: NotRequired[ScenariosCreateBodyTools | None]
    """The tools"""
    documents: NotRequired[Literal["real"] | list[ReplacedDocumentInput] | None]
    """The documents"""
    transfer: NotRequired[TransferResult | None]
    """How a transfer ends"""
    checks: NotRequired[list[ScenariosCreateBodyCheck] | None]
    """What is expected of the conversation, and how it came out where it was played"""
    runs: NotRequired[int | None]
    """The calls"""
    must_pass: NotRequired[bool | None]
    """Whether it has to be green before a version may be published where that is asked for"""


ScenariosCreateBodyCaller: TypeAlias = "ScriptedCallerInput | PersonaCallerInput"


ScenariosCreateBodyCheck: TypeAlias = "SaysCheck | NeverSaysCheck | ReachesCheck | NeverReachesCheck | EndsAtCheck | VariableCheck | DispositionCheck | ToolCalledCheck | ToolNotCalledCheck | JudgeCheck | TurnsAtMostCheck"


ScenariosCreateBodyTools: TypeAlias = "dict[str, ToolAnswerInput]"


class ScenariosCreateFromRunBody(TypedDict):
    name: NotRequired[str | None]
    """Without it the scenario is named after the run"""
    runs: NotRequired[int | None]
    """The calls"""
    must_pass: NotRequired[bool | None]
    """Whether it has to be green before a version may be published where that is asked for"""


class ScenariosImportBody(TypedDict):
    yaml: str
    """Scenarios as YAML, one document each or a list; the field names of Pipecat's evaluations are read where they mean the same"""


class ScenariosUpdateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    caller: ScenariosUpdateBodyCaller
    """Who is on the other side of the conversation"""
    context: NotRequired[JsonObject | None]
    """Values of {{variables}}, as a call would be started with"""
    direction: NotRequired[CallDirection | None]
    """Whether we called or were called"""
    answered_by: NotRequired[Detection | None]
    """Who answers the call"""
    now: NotRequired[str]
    """The time at which the conversation begins; without it the present"""
    timezone: NotRequired[str]
    """A name of the IANA database with a slash (Europe/Berlin), or UTC or GMT"""
    tools: NotRequired[ScenariosUpdateBodyTools | None]
    """The tools"""
    documents: NotRequired[Literal["real"] | list[ReplacedDocumentInput] | None]
    """The documents"""
    transfer: NotRequired[TransferResult | None]
    """How a transfer ends"""
    checks: NotRequired[list[ScenariosUpdateBodyCheck] | None]
    """What is expected of the conversation, and how it came out where it was played"""
    runs: NotRequired[int | None]
    """The calls"""
    must_pass: NotRequired[bool | None]
    """Whether it has to be green before a version may be published where that is asked for"""


ScenariosUpdateBodyCaller: TypeAlias = "ScriptedCallerInput | PersonaCallerInput"


ScenariosUpdateBodyCheck: TypeAlias = "SaysCheck | NeverSaysCheck | ReachesCheck | NeverReachesCheck | EndsAtCheck | VariableCheck | DispositionCheck | ToolCalledCheck | ToolNotCalledCheck | JudgeCheck | TurnsAtMostCheck"


ScenariosUpdateBodyTools: TypeAlias = "dict[str, ToolAnswerInput]"


class ScheduleConfig(TypedDict):
    enabled: NotRequired[bool | None]
    """Whether it is in force"""
    timezone: NotRequired[str | None]
    """The zone of contacts without a zone of their own or of their number"""
    slots: list[CallingHoursSlotInput]
    """The openings of a week; outside of them nobody is called"""
    holidays: NotRequired[list[str] | None]
    """Dates on which nobody is called, in the called person's own calendar"""
    holiday_calendar: NotRequired[str | None]
    """The country or region whose public holidays are left out, such as US or DE-BY; null: none"""


class ScheduleSettings(TypedDict):
    enabled: bool
    """Whether it is in force"""
    timezone: str
    """A name of the IANA database, such as Europe/Berlin"""
    slots: list[CallingHoursSlot]
    """The openings of a week; outside of them nobody is called"""
    holidays: NotRequired[list[str]]
    """Days on which nobody is called, YYYY-MM-DD"""
    holiday_calendar: NotRequired[str | None]
    """The country or region whose public holidays are left out, such as US or DE-BY; null: none"""


Scope: TypeAlias = "Literal['account:read', 'account:write', 'organization:read', 'organization:write', 'keys:read', 'keys:write', 'telephony:read', 'telephony:write', 'numbers:read', 'numbers:write', 'agents:read', 'agents:write', 'rehearsals:read', 'rehearsals:write', 'channels:read', 'channels:write', 'contacts:read', 'contacts:write', 'people:read', 'people:write', 'campaigns:read', 'campaigns:write', 'calls:read', 'calls:write', 'messages:read', 'messages:write', 'sensitive:read', 'text_sessions:read', 'text_sessions:write', 'web_calls:read', 'web_calls:write', 'supervision:read', 'supervision:write', 'models:read', 'models:write', 'credentials:read', 'credentials:write', 'tools:read', 'tools:write', 'webhooks:read', 'webhooks:write', 'knowledge:read', 'knowledge:write', 'recordings:read', 'recordings:write', 'marketplace:read', 'marketplace:write', 'team:read', 'team:write']"


class ScriptedCallerInput(TypedDict):
    kind: Literal["scripted"]
    """Which kind it is"""
    lines: list[CallerLineInput]
    """What the caller does, in order"""


class ScriptedReply(TypedDict):
    when: str
    """Text that the person's words have to contain for this reply"""
    say: NotRequired[str]
    """What the agent says"""
    call: NotRequired[ScriptedToolCall]
    """The tool that the agent calls instead"""
    delay_ms: NotRequired[int]
    """How long the reply takes, in milliseconds"""
    fail: NotRequired[ModelFault]
    """The fault that is played instead of a reply"""


class ScriptedReplyInput(TypedDict):
    when: str
    """Text that the person's words have to contain for this reply"""
    say: NotRequired[str]
    """What the agent says"""
    call: NotRequired[ScriptedToolCallInput]
    """The tool that the agent calls instead"""
    delay_ms: NotRequired[int]
    """How long the reply takes, in milliseconds"""
    fail: NotRequired[ModelFault]
    """The fault that is played instead of a reply"""


class ScriptedToolCall(TypedDict):
    name: str
    """Its name, as people see it"""
    arguments: JsonObject
    """The arguments, by name"""


class ScriptedToolCallInput(TypedDict):
    name: str
    """Its name, as people see it"""
    arguments: NotRequired[JsonObject]
    """The arguments, by name"""


class SecondFactorNeeded(TypedDict):
    second_factor_needed: Literal[True]
    """The password was right; there is no session yet"""
    token: str
    """For POST /auth/second-factor, which opens the session"""
    expires_at: str
    """When it ends by itself; null: never"""
    methods: list[SecondFactorNeededMethod]
    """The ways to verify the number"""
    passkey_options: JsonObject | None
    """For `navigator.credentials.get`; null: there is no passkey"""


SecondFactorNeededMethod: TypeAlias = "Literal['app', 'passkey', 'recovery_code']"


SensitiveKind: TypeAlias = "Literal['card', 'iban', 'email', 'phone_number', 'national_id', 'date_of_birth', 'password']"


class SentCallsOfIntake(TypedDict):
    workflow_ids: NotRequired[list[int] | None]
    """Of these agents; left out: of every one"""
    campaign_ids: NotRequired[list[int] | None]
    """Of these campaigns; left out: of every one and of none"""
    when: NotRequired[str | None]
    """An expression of CEL over variables, attributes, outcome, disposition, answered_by, direction, duration_seconds, name and phone_number, such as variables.wants_offer == true; left out: every call"""


class SentContactAnswer(TypedDict):
    index: int
    """Its place in the request, from 0"""
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    result: SentContactAnswerResult
    """What became of it; `repeated`: a later one of the same number counts instead"""
    contact_id: int | None
    """The contact; null where the number is in no list"""
    reason: str | None
    """Why, in words for people"""


SentContactAnswerResult: TypeAlias = "Literal['added', 'changed', 'repeated', 'refused']"


class SentContactsAnswer(TypedDict):
    added: int
    """How many numbers were added"""
    changed: int
    """The settings that were changed"""
    refused: int
    """How many could not be taken; each says why"""
    results: list[SentContactAnswer]
    """What became of each, in the order of the request"""


class SentIntakeMapping(TypedDict):
    phone_number: str
    """Where the number is, as a JSON pointer: /answers/phone"""
    name: NotRequired[str | None]
    """Its name, as people see it"""
    timezone: NotRequired[str | None]
    """A name of the IANA database, such as Europe/Berlin"""
    key: NotRequired[str | None]
    """What names a submission: nobody is enrolled twice under one key; left out: webhook-id, or the call"""
    attributes: NotRequired[ColumnMap | None]
    """Attributes of the contact, each with where its value is"""
    consent: NotRequired[IntakeConsentStatement | None]
    """The consent that a payload states; left out: none"""


class Session(TypedDict):
    token: str
    """For Authorization: Bearer; empty when a cookie was asked for"""
    token_type: Literal["bearer"]
    """bearer"""
    expires_at: str
    """When it ends by itself; null: never"""
    user: Account
    """Who has logged in"""


class SignInRules(TypedDict):
    second_factor_from: str | None
    """From then on a member who logs in with a password and has no second factor can do nothing but set one up; null: members need none"""


class SignUpMailed(TypedDict):
    mailed: Literal[True]
    """Whether it was sent by mail"""
    message: str
    """A sentence for people on what was done"""


class SignupBody(TypedDict):
    email: str
    """An e-mail address"""
    password: str
    """10 to 200 characters"""
    name: NotRequired[str | None]
    """Its name, as people see it"""
    organization_name: NotRequired[str | None]
    """The name of the organization to make; null: made of the person's name"""
    cookie: NotRequired[bool | None]
    """For browsers: keep the session in a cookie that scripts cannot read, and answer with an empty token"""


SimulatedOutcome: TypeAlias = "Literal['answered', 'opted_out', 'voicemail', 'no_answer', 'busy', 'rejected', 'failed', 'invalid_number']"


class SlowerScenario(TypedDict):
    scenario_name: str
    """The name of the scenario"""
    before_ms: int
    """How long they took, in the median"""
    now_ms: int
    """How long they take, in the median"""


SortOrder: TypeAlias = "Literal['asc', 'desc']"


SpeechProvider: TypeAlias = "Literal['openai', 'deepgram', 'elevenlabs', 'cartesia', 'azure', 'local']"


class StartedCall(TypedDict):
    status: Literal["initiated"]
    """Its state"""
    workflow_run_id: int
    """The call"""
    workflow_run_name: str
    """The name of the call"""


class StartedVerification(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    method: VerificationMethod
    """The method of the request"""
    telephony_configuration_id: int
    """The carrier account"""
    expires_at: str
    """When it ends by itself; null: never"""
    tries_left: int | None
    """How often it may still be tried; null: no limit"""
    workflow_run_id: int | None
    """The call that reads the code"""
    code_to_type: str | None
    """Where the carrier calls and asks for a code: this one, to be typed on that telephone"""
    message: str
    """A sentence for people on what was done"""


class StartedWebCall(TypedDict):
    workflow_run_id: int
    """The call"""
    join: Join
    """How the browser joins the conversation"""


class StoppedCalls(TypedDict):
    refused: int
    """Calls that would not have been made at all"""
    waiting: int
    """Calls that would not have been made at that time"""


class StoppedContacts(TypedDict):
    refused: int
    """Contacts that are not called at all"""
    waiting: int
    """Contacts that are called later"""


StringMap: TypeAlias = "dict[str, str]"


class SuiteEstimate(TypedDict):
    requests: int
    """The requests"""
    prompt_tokens: int
    """Tokens that the model read"""
    completion_tokens: int
    """Tokens that the model wrote"""
    cost_minor: int | None
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""
    conversations: int
    """How many conversations there are"""


class Supervision(TypedDict):
    supervision_uuid: str
    """The supervision, as its operations name it"""
    workflow_run_id: int
    """The call"""
    supervisor: str
    """`user:7` or `api_key:12`"""
    mode: SupervisionMode
    """How the conversation is held: by telephone, in text or in a browser"""
    state: SupervisionState
    """`handing_back`: the supervisor has let go of the call, and the agent is about to go on"""
    whispers: int
    """How often the supervisor has whispered to the agent"""
    started_at: str
    """When it began; null before"""
    taken_over_at: str | None
    """Since when the supervisor speaks in the agent's place; null: they only listen"""
    ended_at: str | None
    """When it ended; null before"""
    end_reason: SupervisionEnd | None
    """`lost`: nothing was heard of the supervisor any more; `hung_up`: the supervisor ended the call"""
    no_sound: str | None
    """Why the call's sound is not heard; null: both sides are"""
    no_take_over: str | None
    """Why the call cannot be taken over; null: it can"""
    join: NotRequired[SupervisionJoin | None]
    """Where the supervisor joins; only in the answer that begins the supervision"""


SupervisionEnd: TypeAlias = "Literal['left', 'lost', 'call_over', 'hung_up']"


class SupervisionJoin(TypedDict):
    url: str
    """A WebSocket; while it is open the supervisor is there"""
    token: str
    """The last part of the address"""
    expires_at: str
    """Until then the connection may be opened, also anew"""


class SupervisionList(TypedDict):
    supervisions: list[Supervision]
    """The supervisions that are open, oldest first"""


SupervisionMode: TypeAlias = "Literal['listen', 'take_over']"


class SupervisionSayBody(TypedDict):
    text: str
    """Said to the person in the agent's voice, while the call is taken over"""


SupervisionState: TypeAlias = "Literal['open', 'handing_back', 'ended']"


class SupervisionWhisperBody(TypedDict):
    text: str
    """The agent reads it before its next words; the person does not hear it"""


class TakenContact(TypedDict):
    result: TakenContactResult
    """`repeated`: its key was taken before"""
    contact_id: int | None
    """The contact; null where the number is in no list"""


TakenContactResult: TypeAlias = "Literal['added', 'changed', 'repeated']"


class TalkLink(TypedDict):
    kind: TalkLinkKind
    """Which kind it is"""
    agent_name: str
    """The name of the agent"""
    language: str
    """A language as in BCP 47, such as en or de"""
    audio: TalkLinkAudio | None
    """For a conversation with audio: the LiveKit server and the token that joins its room, or a WebSocket for sound and words"""


class TalkLinkAudio(TypedDict):
    kind: TalkLinkAudioKind
    """Which kind it is"""
    url: str
    """The address"""
    token: str
    """Lets the browser into the room"""


TalkLinkAudioKind: TypeAlias = "Literal['livekit', 'socket']"


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
    """Invitations that nobody has accepted yet"""


class TeamInvitationsRevokeAnswer(TypedDict):
    success: bool
    """true: it was done"""


class TeamMembersInviteBody(TypedDict):
    email: str
    """An e-mail address"""
    role: Role
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""


class TeamMembersListAnswer(TypedDict):
    members: list[Member]
    """The members"""


class TeamMembersRemoveAnswer(TypedDict):
    success: bool
    """true: it was done"""


class TeamMembersResetPasswordAnswer(TypedDict):
    mailed: bool
    """Whether a mail server is configured (`SMTP_URL`) and took the mail"""
    link: str | None
    """Works once, within an hour; null when it was mailed"""
    expires_at: str
    """When it ends by itself; null: never"""


class TeamMembersResetSecondFactorAnswer(TypedDict):
    success: bool
    """true: it was done"""


class TeamMembersSetRoleBody(TypedDict):
    role: Role
    """What the member may do: viewer reads, operator calls, admin configures, owner everything"""


class TeamStatus(TypedDict):
    agents: list[TeamStatusAgent]
    """The agents"""


class TeamStatusAgent(TypedDict):
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    name: str
    """Its name, as people see it"""
    folder_id: int | None
    """The channel; null: none"""
    state: TeamStatusAgentState
    """The first that holds, in this order; paused: it has campaigns, and none of them runs"""
    workflow_run_ids: list[int]
    """The calls"""
    since: str
    """Since when"""


TeamStatusAgentState: TypeAlias = "Literal['on_call', 'waiting_for_you', 'thinking', 'paused', 'idle']"


class TelephonyConfigWarnings(TypedDict):
    telnyx_missing_webhook_public_key_count: int
    """Telnyx accounts without the public key that callbacks are verified by"""
    public_address_findings: list[str]
    """What does not come through PUBLIC_BASE_URL, in sentences for the operator; empty: everything does"""
    vonage_missing_signature_secret_count: int
    """Vonage accounts without the secret that callbacks are verified by"""


class TelephonyConfigsCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    is_default_outbound: NotRequired[bool | None]
    """Whether calls go out over this account where none is named"""
    failover: NotRequired[list[AccountFollower] | None]
    """The accounts that take calls while this one is out, the first first; an attempt never changes its account"""
    route: NotRequired[AccountRoute | None]
    """Which account takes a call: this one and then those that follow it, or the one with the lowest listed price"""
    text_workflow_id: NotRequired[int | None]
    """The agent that answers texts (SMS); of a number null: the account's, of an account null: nobody"""
    config: CarrierAccountInput
    """`provider` and its fields, as `telephony.providers` lists them"""


class TelephonyConfigsDeleteAnswer(TypedDict):
    message: str
    """A sentence for people on what was done"""


class TelephonyConfigsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    failover: NotRequired[list[AccountFollower] | None]
    """The accounts that take calls while this one is out, the first first; an attempt never changes its account"""
    route: NotRequired[AccountRoute | None]
    """Which account takes a call: this one and then those that follow it, or the one with the lowest listed price"""
    text_workflow_id: NotRequired[int | None]
    """The agent that answers texts (SMS); of a number null: the account's, of an account null: nobody"""
    clear_text_workflow: NotRequired[bool | None]
    """true: no agent of its own answers texts any more"""
    config: NotRequired[CarrierAccountInput | None]
    """The settings of the account; which ones there are depends on the carrier"""


class TelephonyConfiguration(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    provider: str
    """The carrier or provider"""
    connectivity: CarrierConnectivity
    """`api`: over the carrier's API; `sip`: over a trunk"""
    is_default_outbound: bool
    """Whether calls go out over this account where none is named"""
    inactive: bool
    """Whether the account was set aside because it did not work"""
    inactive_since: str | None
    """When it was set aside; null: it was not"""
    inactive_reason: str | None
    """Why it was set aside; null: it was not"""
    phone_number_count: int
    """How many numbers the account has"""
    is_ready_for_outbound: bool
    """Whether calls can go out over it"""
    outbound_blocked_reason: str | None
    """Why no call can go out; null where they can"""
    outbound_blocked_by: str | None
    """The `key` of the step of `setup_checklist` to do first"""
    failover: list[AccountFollowerAnswer]
    """The accounts that take its calls while its carrier fails, the first first"""
    route: AccountRoute
    """`cheapest`: of this account and those that follow it, the one with the lowest listed price to the number"""
    text_workflow_id: int | None
    """The agent that answers texts (SMS); of a number null: the account's, of an account null: nobody"""
    out_until: str | None
    """Its carrier fails: until then calls go to the accounts that follow it; null: it works, or none follows it"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""
    credentials: TelephonyConfigurationCredentials
    """The settings in the form of `config`; secrets are masked, and sending a mask back keeps the secret"""
    credential_check: CredentialCheck | None
    """What the carrier said when this request saved credentials; `ok: false`: it could not be asked"""
    setup_checklist: TelephonyConfigurationSetupChecklist
    """What there is to do before the account works"""


TelephonyConfigurationCredentials: TypeAlias = "dict[str, str | float | bool]"


class TelephonyConfigurationList(TypedDict):
    configurations: list[TelephonyConfigurationListConfiguration]
    """The carrier accounts"""


class TelephonyConfigurationListConfiguration(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    name: str
    """Its name, as people see it"""
    provider: str
    """The carrier or provider"""
    connectivity: CarrierConnectivity
    """`api`: over the carrier's API; `sip`: over a trunk"""
    is_default_outbound: bool
    """Whether calls go out over this account where none is named"""
    inactive: bool
    """Whether the account was set aside because it did not work"""
    inactive_since: str | None
    """When it was set aside; null: it was not"""
    inactive_reason: str | None
    """Why it was set aside; null: it was not"""
    phone_number_count: int
    """How many numbers the account has"""
    is_ready_for_outbound: bool
    """Whether calls can go out over it"""
    outbound_blocked_reason: str | None
    """Why no call can go out; null where they can"""
    outbound_blocked_by: str | None
    """The `key` of the step of `setup_checklist` to do first"""
    failover: list[AccountFollowerAnswer]
    """The accounts that take its calls while its carrier fails, the first first"""
    route: AccountRoute
    """`cheapest`: of this account and those that follow it, the one with the lowest listed price to the number"""
    text_workflow_id: int | None
    """The agent that answers texts (SMS); of a number null: the account's, of an account null: nobody"""
    out_until: str | None
    """Its carrier fails: until then calls go to the accounts that follow it; null: it works, or none follows it"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""


class TelephonyConfigurationSetupChecklist(TypedDict):
    ready_for_outbound: bool
    """Whether calls can go out over the account"""
    outbound_blocked_reason: str | None
    """Why no call can go out; null where they can"""
    steps: list[TelephonyConfigurationSetupChecklistStep]
    """Its steps, in order"""
    docs_url: str | None
    """Where the carrier describes it; null: nowhere"""


class TelephonyConfigurationSetupChecklistStep(TypedDict):
    key: str
    """Its name among its neighbours, for programs"""
    title: str
    """A line for people"""
    description: str
    """A sentence or two for people"""
    complete: bool
    """Whether it is done"""
    blocks_outbound: bool
    """Whether no call can go out before it is done"""


class TelephonyPhoneNumbersCreateBody(TypedDict):
    address: str
    """The number or address as it was given"""
    country_code: NotRequired[str | None]
    """Two letters of ISO 3166, such as DE; null where it is not known"""
    label: NotRequired[str | None]
    """A name for people"""
    inbound_workflow_id: NotRequired[int | None]
    """The agent that takes calls to this number; null: none"""
    text_workflow_id: NotRequired[int | None]
    """The agent that answers texts (SMS); of a number null: the account's, of an account null: nobody"""
    is_active: NotRequired[bool | None]
    """Whether it is in use"""
    is_default_caller_id: NotRequired[bool | None]
    """Whether calls show this number where none is named"""
    extra_metadata: NotRequired[JsonObject | None]
    """Notes of yours, by name; the platform keeps them and does not read them"""


class TelephonyPhoneNumbersDeleteAnswer(TypedDict):
    message: str
    """A sentence for people on what was done"""
    provider_sync: ProviderSync | None
    """How pointing the number at the carrier went; null where nothing had to be pointed"""


class TelephonyPhoneNumbersUpdateBody(TypedDict):
    label: NotRequired[str | None]
    """A name for people"""
    inbound_workflow_id: NotRequired[int | None]
    """The agent that takes calls to this number; null: none"""
    clear_inbound_workflow: NotRequired[bool | None]
    """true: no agent takes calls to this number any more"""
    text_workflow_id: NotRequired[int | None]
    """The agent that answers texts (SMS); of a number null: the account's, of an account null: nobody"""
    clear_text_workflow: NotRequired[bool | None]
    """true: no agent of its own answers texts any more"""
    versions: NotRequired[list[VersionWeight] | None]
    """Versions of the agent side by side: a caller always talks with the same one"""
    clear_versions: NotRequired[bool | None]
    """true: the published version takes its calls"""
    is_active: NotRequired[bool | None]
    """Whether it is in use"""
    country_code: NotRequired[str | None]
    """Two letters of ISO 3166, such as DE; null where it is not known"""
    extra_metadata: NotRequired[JsonObject | None]
    """Notes of yours, by name; the platform keeps them and does not read them"""


class TelephonyProviders(TypedDict):
    providers: list[TelephonyProvidersProvider]
    """The carriers that an account can be made for"""


class TelephonyProvidersProvider(TypedDict):
    provider: str
    """The carrier or provider"""
    display_name: str
    """Its name for people"""
    connectivity: CarrierConnectivity
    """`api`: over the carrier's API; `sip`: over a trunk"""
    fields: list[TelephonyProvidersProviderField]
    """Its fields"""
    docs_url: str | None
    """Where the carrier describes it; null: nowhere"""
    available: bool
    """Whether it can be used on this installation"""
    unavailable_reason: str | None
    """What the operator has to do first; null: nothing"""
    sends_texts: bool
    """Texts (SMS) can be sent and received by its accounts"""
    texts_by_hand: str | None
    """What has to be set at the carrier by hand before texts come in; null: nothing"""


class TelephonyProvidersProviderField(TypedDict):
    name: str
    """Its name, as people see it"""
    label: str
    """A name for people"""
    type: str
    """Which type it is"""
    required: bool
    """Whether it has to be given"""
    sensitive: bool
    """Whether it is a secret, which is masked in answers"""
    description: str | None
    """A sentence or two for people"""
    placeholder: str | None
    """What an empty field shows; null: nothing"""


class TelephonySandboxSimulatorSetBody(TypedDict):
    manners: SandboxManners | None
    """null: it has none of its own any more"""


class Template(TypedDict):
    id: str
    """Its id, a positive integer; other requests name it by this"""
    version: str
    """Which version it is"""
    name: str
    """Its name, as people see it"""
    summary: str
    """One sentence for people"""
    vertical: str
    """The line of business"""
    direction: TemplateDirection
    """Whether we called or were called"""
    language: str
    """The language of name, summary and definition"""
    languages: list[str]
    """Languages as in BCP 47, such as en or de"""
    steps: list[str]
    """Its steps, in order"""
    compliance_notes: list[str]
    """What the law asks of who uses it"""
    variables: list[TemplateVariable]
    """What whoever hires it is asked"""
    voice: JsonObject
    """The voice that it is meant for"""
    tools: list[TemplateTool]
    """The tools"""
    documents: list[TemplateDocument]
    """The documents"""
    dispositions: list[str]
    """The dispositions that its agents give calls"""
    definition: JsonObject
    """Its `tool_uuids` hold the keys of `tools`"""
    conversations: list[TemplateConversation]
    """Its test conversations"""


class TemplateConversation(TypedDict):
    title: str
    """A line for people"""
    turns: list[TemplateConversationTurn]
    """What was said, in order"""
    played: list[TemplateConversationPlayedItem]
    """How it went on the built-in model, with answers that are made up"""


class TemplateConversationPlayedItem(TypedDict):
    speaker: TemplateConversationPlayedItemSpeaker
    """Who spoke"""
    text: str
    """The words"""
    step: str
    """The step of the graph"""


TemplateConversationPlayedItemSpeaker: TypeAlias = "Literal['agent', 'person']"


class TemplateConversationTurn(TypedDict):
    person: str
    """What the person says"""


TemplateDirection: TypeAlias = "Literal['inbound', 'outbound', 'scheduled']"


class TemplateDocument(TypedDict):
    key: str
    """Its name among its neighbours, for programs"""
    filename: str
    """The name of the file"""
    text: str
    """The words"""


class TemplateListItem(TypedDict):
    id: str
    """Its id, a positive integer; other requests name it by this"""
    version: str
    """Which version it is"""
    name: str
    """Its name, as people see it"""
    summary: str
    """One sentence for people"""
    vertical: str
    """The line of business"""
    direction: TemplateDirection
    """Whether we called or were called"""
    language: str
    """The language of name, summary and definition"""
    languages: list[str]
    """Languages as in BCP 47, such as en or de"""


class TemplateTool(TypedDict):
    key: str
    """Its name among its neighbours, for programs"""
    name: str
    """Its name, as people see it"""
    description: str
    """A sentence or two for people"""
    category: str
    """What it belongs to"""
    credential: TemplateToolCredential | None
    """What to provide after the hire"""


class TemplateToolCredential(TypedDict):
    name: str
    """Its name, as people see it"""
    why: str
    """What it is needed for"""


class TemplateVariable(TypedDict):
    key: str
    """Its name among its neighbours, for programs"""
    question: str
    """The question to whoever hires it"""
    required: bool
    """Whether it has to be given"""
    default: str | None
    """The value where none is given"""


class TextSession(TypedDict):
    workflow_run_id: int
    """The call"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    name: str
    """Its name, as people see it"""
    mode: str
    """How the conversation is held: by telephone, in text or in a browser"""
    state: str
    """Its state"""
    is_completed: bool
    """Whether it is over"""
    revision: int
    """Counts changes; send it with the next message, so that two writers notice each other"""
    initial_context: JsonObject
    """Variables that the conversation begins with, by name"""
    gathered_context: JsonObject
    """Variables that the conversation has gathered, by name"""
    annotations: JsonObject
    """Notes of yours, by name; the platform keeps them and does not read them"""
    session_data: TextSessionSessionData
    """What was said, and where the session is"""
    checkpoint: TextSessionCheckpoint
    """Where the conversation is, as it can be rewound to"""
    created_at: str
    """When it was made"""
    updated_at: str | None
    """When it was last changed"""


class TextSessionCheckpoint(TypedDict):
    current_node_id: str | None
    """The step in which the conversation is; null before it began"""
    gathered_context: JsonObject
    """Variables that the conversation has gathered, by name"""


class TextSessionSessionData(TypedDict):
    version: int
    """Which version it is"""
    status: TextSessionSessionDataStatus
    """Its state"""
    end_reason: str | None
    """Why it ended"""
    cursor_turn_id: str | None
    """The last turn; null before the first"""
    turns: list[Turn]
    """What was said, in order"""
    discarded_future: list[Turn]
    """Turns that a rewind took back"""
    simulator: JsonObject | None
    """Settings of a simulated person; null: none"""


TextSessionSessionDataStatus: TypeAlias = "Literal['idle', 'pending_assistant_turn', 'ended']"


class TextSessionsCreateBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    initial_context: NotRequired[JsonObject | None]
    """Variables that the conversation begins with, by name"""
    annotations: NotRequired[JsonObject | None]
    """Notes of yours, by name; the platform keeps them and does not read them"""


class TextSessionsEndBody(TypedDict):
    expected_revision: NotRequired[int | None]
    """409 with both revisions when the session has another by now"""


class TextSessionsEndError409(TypedDict):
    detail: str | RevisionConflict
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class TextSessionsMessageBody(TypedDict):
    text: str
    """The words"""
    expected_revision: NotRequired[int | None]
    """409 with both revisions when the session has another by now"""


class TextSessionsMessageError409(TypedDict):
    detail: str | RevisionConflict
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class TextSessionsMessageStreamBody(TypedDict):
    text: str
    """The words"""
    expected_revision: NotRequired[int | None]
    """409 with both revisions when the session has another by now"""


class TextSessionsMessageStreamError409(TypedDict):
    detail: str | RevisionConflict
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class TextSessionsRewindBody(TypedDict):
    cursor_turn_id: NotRequired[str | None]
    """The last turn that stays; without it the first"""
    expected_revision: NotRequired[int | None]
    """409 with both revisions when the session has another by now"""


class TextSessionsRewindError409(TypedDict):
    detail: str | RevisionConflict
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


TimelineEvent: TypeAlias = "TimelineEventMessage | TimelineEventCallStarted | TimelineEventCallEnded | TimelineEventOutcome | TimelineEventQuestion | TimelineEventDecision | TimelineEventActionProposed | TimelineEventActionSettled | TimelineEventEditProposed | TimelineEventEditSettled | TimelineEventSecretRequested | TimelineEventSecretProvided | TimelineEventDeliverable | TimelineEventCampaign | TimelineEventDocument | TimelineEventSystem"


class TimelineEventBlocked(TypedDict):
    reason: str
    """Why, in words for people"""
    says: str
    """The same in a sentence"""
    ways: list[str]
    """What can be done about it"""


TimelineEventKind: TypeAlias = "Literal['message', 'call_started', 'call_ended', 'outcome', 'question', 'decision', 'action_proposed', 'action_settled', 'edit_proposed', 'edit_settled', 'secret_requested', 'secret_provided', 'deliverable', 'campaign', 'document', 'system']"


class TimelineResponse(TypedDict):
    events: list[TimelineEvent]
    """The events"""
    next_before_at: str | None
    """The cursor of the next page; null on the last page"""
    next_before_id: int | None
    """Send it as `before_id` for older rows; null: these are the oldest"""
    truncated: bool
    """Whether there is a following page"""


class TokenCounts(TypedDict):
    prompt: int
    """Tokens that the model read"""
    completion: int
    """Tokens that the model wrote"""


class Tool(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    tool_uuid: str
    """The tool"""
    name: str
    """Its name, as people see it"""
    description: str | None
    """A sentence or two for people"""
    category: ToolCategory
    """What it belongs to"""
    icon: str | None
    """The name of its picture"""
    icon_color: str | None
    """The colour of its picture, as in CSS"""
    status: ToolStatus
    """Its state"""
    environment: Environment
    """`sandbox`: made with a sandbox key, and of no effect on production"""
    definition: JsonObject
    """The graph: its steps and the ways between them"""
    requires_confirmation: bool
    """Whether a person has to agree before the tool acts"""
    compensation: JsonObject | None
    """The request that undoes what the tool did; null: it cannot be undone"""
    created_at: str
    """When it was made"""
    updated_at: str | None
    """When it was last changed"""
    created_by: ToolCreatedBy | None
    """The user who made it; null where it was made by the platform"""


class ToolAnswerInput(TypedDict):
    returns: NotRequired[Any]
    """What the tool answers, in place of the request that it would send"""
    fails: NotRequired[str]
    """The sentence with which the tool fails"""
    after_ms: NotRequired[int]
    """How long the answer would take; nobody waits for it"""


class ToolCalledCheck(TypedDict):
    kind: Literal["tool_called"]
    """Which kind it is"""
    tool: str
    """The tool"""
    arguments: NotRequired[JsonObject]
    """The arguments, by name"""
    times: NotRequired[int]
    """How often; without it at least once"""


ToolCategory: TypeAlias = "Literal['http_api', 'end_call', 'transfer_call', 'calculator', 'mcp', 'connector']"


class ToolCompensationInput(TypedDict):
    function: NotRequired[str]
    """The name of the tool that undoes it"""
    method: NotRequired[HttpMethod]
    """The method of the request"""
    url: NotRequired[str]
    """The address"""
    arguments: NotRequired[JsonObject]
    """The arguments, by name"""


class ToolCreatedBy(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    provider_id: str
    """The user at the provider of log-ins"""


ToolMessageType: TypeAlias = "Literal['none', 'custom', 'audio']"


class ToolNotCalledCheck(TypedDict):
    kind: Literal["tool_not_called"]
    """Which kind it is"""
    tool: str
    """The tool"""


class ToolParameterInput(TypedDict):
    name: str
    """Its name, as people see it"""
    type: ToolParameterType
    """Which type it is"""
    description: str
    """A sentence or two for people"""
    required: NotRequired[bool | None]
    """Whether it has to be given"""


ToolParameterType: TypeAlias = "Literal['string', 'number', 'boolean', 'object', 'array']"


ToolStatus: TypeAlias = "Literal['active', 'archived', 'draft']"


class ToolTest(TypedDict):
    tool_uuid: str
    """The tool"""
    state: ToolTestState
    """unknown: it was sent, and no answer came"""
    result: Any
    """The result that the agent would get, without the credential's secrets"""
    status_code: int | None
    """The status of the answer; null: there was none"""
    duration_ms: int
    """How long it took, in milliseconds"""


ToolTestState: TypeAlias = "Literal['done', 'failed', 'unknown']"


class ToolsConnectorsAccountsAnswer(TypedDict):
    accounts: list[ConnectedAccount]
    """The accounts"""


class ToolsConnectorsActivityAnswer(TypedDict):
    activity: list[ConnectorActivity]
    """What was done with the account, the newest first"""
    next_cursor: str | None
    """Send it as `cursor` for the next page; null: this is the last"""


class ToolsConnectorsConnectAnswer(TypedDict):
    authorization_url: str
    """Where a person signs in; works once, within ten minutes. For a program it is a page of ours, which says who asks and goes on to the app"""
    state: str
    """Its state"""


class ToolsConnectorsListAnswer(TypedDict):
    redirect_uri: str
    """The redirect address that your own client has to allow"""
    connectors: list[Connector]
    """The apps"""


class ToolsConnectorsRemoveClientAnswer(TypedDict):
    slug: str
    """The name in addresses"""
    client: ConnectorClientOwner | None
    """Whose client the app is connected with; null: none"""


class ToolsConnectorsSetClientAnswer(TypedDict):
    slug: str
    """The name in addresses"""
    client: ConnectorClientOwner | None
    """Whose client the app is connected with; null: none"""


class ToolsConnectorsSetClientBody(TypedDict):
    client_id: str
    """The id that the app's maker has given your client"""
    client_secret: NotRequired[str | None]
    """Left out: a public client, which authenticates by PKCE alone"""


class ToolsCreateBody(TypedDict):
    name: str
    """Its name, as people see it"""
    description: NotRequired[str | None]
    """The agent reads this to decide whether to use the tool"""
    category: NotRequired[ToolCategory | None]
    """By default the type of the definition, which it may not contradict"""
    icon: NotRequired[str | None]
    """The name of its picture"""
    icon_color: NotRequired[str | None]
    """The colour of its picture, as in CSS"""
    definition: ToolsCreateBodyDefinition
    """The graph: its steps and the ways between them"""
    requires_confirmation: NotRequired[bool | None]
    """The tool is proposed to people, and run when one of them has confirmed it"""
    compensation: NotRequired[ToolCompensationInput | None]
    """The request that undoes what the tool did; null: it cannot be undone"""


ToolsCreateBodyDefinition: TypeAlias = "HttpToolDefinition | EndCallToolDefinition | TransferToolDefinition | CalculatorToolDefinition | McpToolDefinition | ConnectorToolDefinition"


class ToolsDeleteAnswer(TypedDict):
    status: Literal["archived"]
    """Its state"""
    tool_uuid: str
    """The tool"""


class ToolsMcpConnectAnswer(TypedDict):
    authorization_url: str
    """Where a person signs in; works once, within ten minutes. For a program it is a page of ours, which says who asks and goes on to the app"""
    state: str
    """Its state"""


class ToolsTestBody(TypedDict):
    arguments: NotRequired[JsonObject | None]
    """The arguments that the model would send"""
    context: NotRequired[JsonObject | None]
    """Variables of the call, for {{…}} and preset parameters"""
    function: NotRequired[str | None]
    """The function, for an MCP server with several"""


class ToolsUpdateBody(TypedDict):
    name: NotRequired[str | None]
    """Its name, as people see it"""
    description: NotRequired[str | None]
    """The agent reads this to decide whether to use the tool"""
    icon: NotRequired[str | None]
    """The name of its picture"""
    icon_color: NotRequired[str | None]
    """The colour of its picture, as in CSS"""
    definition: NotRequired[ToolsUpdateBodyDefinition | None]
    """The graph: its steps and the ways between them"""
    status: NotRequired[ToolStatus | None]
    """Its state"""
    requires_confirmation: NotRequired[bool | None]
    """The tool is proposed to people, and run when one of them has confirmed it"""
    compensation: NotRequired[ToolCompensationInput | None]
    """null: it can no longer be undone"""


ToolsUpdateBodyDefinition: TypeAlias = "HttpToolDefinition | EndCallToolDefinition | TransferToolDefinition | CalculatorToolDefinition | McpToolDefinition | ConnectorToolDefinition"


class Transcript(TypedDict):
    workflow_run_id: int
    """The call"""
    state: str
    """Its state"""
    entries: list[TranscriptEntry]
    """What was said and done, in order"""
    turns: list[TranscriptTurn]
    """How long each part of each turn took; null: nobody has measured it"""
    failed_turns: list[TranscriptFailedTurn]
    """Answers whose language model failed, with the reason"""
    has_original: bool
    """Whether what was left out of the call is kept, sealed"""


class TranscriptEntry(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    turn: int
    """The turn that it belongs to"""
    speaker: EntrySpeaker
    """Who spoke"""
    text: str
    """What was said; the function's name for `tool` and `step`"""
    heard: str | None
    """The part that was heard before the person spoke over it; null: all of it"""
    node_id: str | None
    """The step of the agent's graph"""


class TranscriptFailedTurn(TypedDict):
    turn: int
    """Which turn, from 1"""
    at: str | None
    """When it was"""
    error: str
    """Why it failed, in words for people; null where it did not"""


class TranscriptTurn(TypedDict):
    turn: int
    """Which turn, from 1"""
    response_ms: int | None
    """From the person's last sound to the agent's first one: the sum of the five parts in between"""
    heard_ms: int | None
    """How long the person spoke"""
    end_of_turn_ms: int | None
    """From their last sound to the decision that they have finished"""
    recognized_ms: int | None
    """From there until their words were known"""
    first_token_ms: int | None
    """From there to the first token of the language model"""
    first_words_ms: int | None
    """From there, or from the words, until the first sentence of the answer was handed over"""
    first_sound_ms: int | None
    """From there to its first sound"""
    spoken_ms: int | None
    """From there until the agent was silent"""


class TransferOfCall(TypedDict):
    state: str
    """Its state"""
    outcome: str | None
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    requested_at: str
    """When it was asked for"""
    connected_at: str | None
    """When it was connected"""
    ended_at: str | None
    """When it ended; null before"""


TransferOutcome: TypeAlias = "Literal['connected', 'no_answer', 'busy', 'voicemail', 'declined', 'hung_up', 'refused', 'failed', 'caller_left']"


TransferResult: TypeAlias = "Literal['answered', 'busy', 'no_answer', 'failed']"


class TransferRouteInput(TypedDict):
    context_value: str
    """The value of that variable"""
    destination: str
    """The number or SIP address, with {{variables}} of the call"""


class TransferToolDefinition(TypedDict):
    schema_version: NotRequired[float | None]
    """The version of the definition's form: 1"""
    type: Literal["transfer_call"]
    """Which type it is"""
    config: TransferToolDefinitionConfig
    """The settings of the account; which ones there are depends on the carrier"""


class TransferToolDefinitionConfig(TypedDict):
    mode: NotRequired[TransferToolDefinitionConfigMode | None]
    """How the conversation is held: by telephone, in text or in a browser"""
    hold: NotRequired[TransferToolDefinitionConfigHold | None]
    """What the caller of a warm transfer hears meanwhile: words, or a recording of at most ten seconds; null: the platform's own words"""
    briefing_language: NotRequired[str | None]
    """The language of the person who is called; null: the agent's"""
    further_destinations: NotRequired[list[str] | None]
    """Who is called next when nobody takes the caller: numbers, at most four"""
    destination_source: NotRequired[TransferToolDefinitionConfigDestinationSource | None]
    """Where the destination comes from: fixed, asked from a server, chosen by the context, whoever of a channel takes calls, or another agent, which goes on in the same call"""
    workflow_id: NotRequired[int | None]
    """The agent that takes the person over when `destination_source` is `agent`"""
    channel_id: NotRequired[int | None]
    """The channel whose people are called when `destination_source` is `channel`"""
    destination: NotRequired[str | None]
    """The number or SIP address, with {{variables}} of the call"""
    messageType: NotRequired[ToolMessageType | None]
    """What is said before: nothing, words or a recording"""
    customMessage: NotRequired[str | None]
    """What the agent says meanwhile; null: nothing"""
    audioRecordingId: NotRequired[str | None]
    """The recording that is played; null: none"""
    timeout: NotRequired[int | None]
    """Seconds to wait for an answer"""
    parameters: NotRequired[list[ToolParameterInput] | None]
    """What the model gives the tool"""
    resolver: NotRequired[TransferToolDefinitionConfigResolver | None]
    """The server that is asked for the destination"""
    context_mapping: NotRequired[TransferToolDefinitionConfigContextMapping | None]
    """Chooses the destination by a value of the call"""


class TransferToolDefinitionConfigContextMapping(TypedDict):
    rules: NotRequired[list[TransferToolDefinitionConfigContextMappingRule] | None]
    """The rules, of which the first that fits counts"""
    context_path: NotRequired[str | None]
    """The variable of the call whose value chooses"""
    routes: NotRequired[list[TransferRouteInput] | None]
    """Which value leads where"""
    fallback_destination: NotRequired[str | None]
    """Where the call goes when no rule fits; null: nowhere"""


class TransferToolDefinitionConfigContextMappingRule(TypedDict):
    context_path: str
    """The variable of the call whose value chooses"""
    routes: list[TransferRouteInput]
    """Which value leads where"""


TransferToolDefinitionConfigDestinationSource: TypeAlias = "Literal['static', 'dynamic', 'context_mapping', 'channel', 'agent']"


class TransferToolDefinitionConfigHold(TypedDict):
    text: NotRequired[str | None]
    """The words"""
    recording_id: NotRequired[str | None]
    """The recording"""


TransferToolDefinitionConfigMode: TypeAlias = "Literal['cold', 'warm']"


class TransferToolDefinitionConfigResolver(TypedDict):
    type: NotRequired[Literal["http"] | None]
    """Which type it is"""
    url: str
    """The address"""
    headers: NotRequired[StringMap | None]
    """Headers to send with the request, by name"""
    credential_uuid: NotRequired[str | None]
    """The credential whose secret is sent; null: none"""
    timeout_ms: NotRequired[int | None]
    """Milliseconds to wait for an answer"""
    wait_message: NotRequired[str | None]
    """What the agent says while the server is asked; null: nothing"""
    parameters: NotRequired[list[ToolParameterInput] | None]
    """What the model gives the tool"""
    preset_parameters: NotRequired[list[PresetParameterInput] | None]
    """What the tool sends besides, with variables of the call"""


class TriedModel(TypedDict):
    model: str
    """The model, as its provider calls it"""
    reply: str
    """What the model answered"""
    first_word_ms: int | None
    """null: it said nothing"""
    duration_ms: int
    """How long it took, in milliseconds"""


class Turn(TypedDict):
    id: str
    """The turn, to rewind to"""
    status: TurnStatus
    """Its state"""
    error: str | None
    """Why its language model failed; null: it did not"""
    user_message: TurnMessage | None
    """What the person wrote; null where the agent began"""
    assistant_message: TurnMessage | None
    """What the agent answered; null before it has"""
    events: list[TurnEvent]
    """What the agent did in this turn"""
    created_at: str
    """When it was made"""
    completed_at: str | None
    """When it ended; null before"""


class TurnEvent(TypedDict):
    kind: TurnEventKind
    """Which kind it is"""
    name: str
    """Its name, as people see it"""
    state: str | None
    """Its state"""
    created_at: str
    """When it was made"""


TurnEventKind: TypeAlias = "Literal['transition', 'tool_call']"


class TurnMessage(TypedDict):
    text: str
    """The words"""
    created_at: str
    """When it was made"""


TurnStatus: TypeAlias = "Literal['pending', 'completed', 'failed', 'interrupted']"


class TurnsAtMostCheck(TypedDict):
    kind: Literal["turns_at_most"]
    """Which kind it is"""
    turns: int
    """What was said, in order"""


class UsageRunList(TypedDict):
    runs: list[UsageRunListRun]
    """The calls"""
    total_duration_seconds: int
    """Seconds of all calls together"""
    total_costs: list[Cost]
    """The cost of all runs of the selection, by currency"""
    total_count: int
    """How many rows there are in all"""
    page: int
    """Which page this is, from 1"""
    limit: int
    """How many rows at most, 1 to 100 unless it says otherwise"""
    total_pages: int
    """How many pages of this limit there are"""


class UsageRunListRun(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    workflow_id: int
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_name: str
    """The name of the agent"""
    campaign_id: int | None
    """The campaign; null: none"""
    name: str
    """Its name, as people see it"""
    created_at: str
    """When it was made"""
    state: str
    """Its state"""
    outcome: str | None
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    environment: str
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    call_duration_seconds: int
    """Seconds from the answer to the end"""
    cost_minor: int | None
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""
    transcript_url: str | None
    """The transcript, for who is logged in; null: there is none"""
    recording_url: str | None
    """The recording, for who is logged in; null: there is none"""
    user_recording_url: str | None
    """The person's side of the recording, for who is logged in; null: there is none"""
    bot_recording_url: str | None
    """The agent's side of the recording, for who is logged in; null: there is none"""
    transcript_public_url: str | None
    """The transcript, for whoever has this link; null: there is none"""
    recording_public_url: str | None
    """The recording, for whoever has this link; null: there is none"""
    user_recording_public_url: str | None
    """The person's side of the recording, for whoever has this link; null: there is none"""
    bot_recording_public_url: str | None
    """The agent's side of the recording, for whoever has this link; null: there is none"""
    public_access_token: str | None
    """The token in the links for whoever has them; null: there are none"""
    phone_number: str | None
    """The other side's number"""
    caller_number: str | None
    """The number that called"""
    called_number: str | None
    """The number that was called"""
    call_type: str
    """Whether we called or were called"""
    mode: str
    """How the conversation is held: by telephone, in text or in a browser"""
    disposition: str | None
    """What the agent noted of it; null: nothing"""
    initial_context: JsonObject
    """Variables that the conversation begins with, by name"""
    gathered_context: JsonObject
    """Variables that the conversation has gathered, by name"""


class ValidationError(TypedDict):
    detail: list[ValidationFault]
    """What is wrong and what to do, for people; or the faults of single fields"""
    code: NotRequired[str]
    """The code of the error, for programs; the page of error codes lists them"""


class ValidationFault(TypedDict):
    loc: list[str | float]
    """Where the fault is: body, query or path, and the names of the fields on the way"""
    msg: str
    """What is wrong with the field"""
    type: str
    """The kind of the fault, for programs"""


class VariableCheck(TypedDict):
    kind: Literal["variable"]
    """Which kind it is"""
    name: str
    """Its name, as people see it"""
    equals: NotRequired[Any]
    """The value that is expected; without it any value"""


VerificationMethod: TypeAlias = "Literal['call', 'carrier']"


class VerificationOptions(TypedDict):
    methods: list[VerificationOptionsMethod]
    """The ways to verify the number"""


class VerificationOptionsMethod(TypedDict):
    method: VerificationMethod
    """The method of the request"""
    telephony_configuration_id: int | None
    """The carrier account"""
    provider: str | None
    """The carrier or provider"""
    title: str
    """A line for people"""
    description: str
    """A sentence or two for people"""
    expires_in_minutes: int
    """Minutes in which the code is good"""
    tries: int | None
    """How often it may be tried; null: no limit"""


class VerifiedNumber(TypedDict):
    phone_number: str
    """A number in E.164 with +, such as +4915112345678, or a sip: address where a trunk is"""
    method: VerificationMethod
    """The method of the request"""
    telephony_configuration_id: int | None
    """The account whose carrier has verified it; null: verified by declaration, for every account"""
    proof: VerifiedNumberProof
    """declaration: confirmed by a call through the organization's own account, which nobody else has checked; carrier: the account's carrier has verified it"""
    verified_at: str
    """When it was verified"""


class VerifiedNumberList(TypedDict):
    verified_numbers: list[VerifiedNumber]
    """The numbers"""


VerifiedNumberProof: TypeAlias = "Literal['declaration', 'carrier']"


class VersionGuard(TypedDict):
    metric: str
    """`answer_rate`: of those called for the first time, who answered; `opt_out_rate`: of those who answered, who do not want to be called; `disposition:NAME`: of those who answered, with whom the agent concluded NAME"""
    worse_by: NotRequired[float | None]
    """The difference that matters, 0.1 for ten points; the guard lets much smaller ones be"""
    confidence: NotRequired[float | None]
    """How sure the guard has to be: of campaigns with equal versions, at most the rest stop one"""


class VersionGuardSettings(TypedDict):
    metric: str
    """The figure that is compared: `answer_rate`, `opt_out_rate`, or `disposition:` and its name"""
    worse_by: float
    """The difference that matters, 0.1 for ten points"""
    confidence: float
    """How sure the guard has to be, 0 to 1"""


VersionStatus: TypeAlias = "Literal['draft', 'published', 'archived']"


class VersionWeight(TypedDict):
    version: int
    """The number of a version that is or was published"""
    weight: int
    """Its part of the calls in proportion to the weights of all"""


VoiceGender: TypeAlias = "Literal['female', 'male']"


class WayIn(TypedDict):
    organization_id: int
    """The organization"""
    name: str
    """For the button"""
    start_url: str
    """Opened in a browser, it leads to the provider"""


class Webhook(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    url: str
    """The address"""
    events: list[str]
    """The events"""
    description: str | None
    """A sentence or two for people"""
    is_active: bool
    """Whether it is in use"""
    disabled_at: str | None
    """When it was switched off; null: it is on"""
    disabled_reason: str | None
    """Why it was switched off automatically"""
    failing_since: str | None
    """Since when deliveries fail; null: they do not"""
    next_attempt_at: str | None
    """When it is tried next; null: not any more"""
    last_success_at: str | None
    """When a delivery last succeeded; null: never"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""


class WebhookDelivery(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    webhook_id: int
    """The webhook"""
    uuid: str
    """The header webhook-id"""
    event_type: str
    """The kind of the event"""
    event_id: int | None
    """The event's id on the timeline; null: a test"""
    state: DeliveryState
    """Its state"""
    attempts: int
    """How often it was tried"""
    last_status: int | None
    """The status of the last answer; null: none"""
    last_error: str | None
    """What went wrong last, in the words of the other side; null: nothing"""
    last_attempt_at: str | None
    """When it was last tried; null: never"""
    settled_at: str | None
    """When it was decided; null before"""
    created_at: str
    """When it was made"""


class WebhookDeliveryDetail(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    webhook_id: int
    """The webhook"""
    uuid: str
    """The header webhook-id"""
    event_type: str
    """The kind of the event"""
    event_id: int | None
    """The event's id on the timeline; null: a test"""
    state: DeliveryState
    """Its state"""
    attempts: int
    """How often it was tried"""
    last_status: int | None
    """The status of the last answer; null: none"""
    last_error: str | None
    """What went wrong last, in the words of the other side; null: nothing"""
    last_attempt_at: str | None
    """When it was last tried; null: never"""
    settled_at: str | None
    """When it was decided; null before"""
    created_at: str
    """When it was made"""
    exchange: WebhookExchange | None
    """The last try. Null: there was none, or its words are no longer kept"""


class WebhookDeliveryList(TypedDict):
    deliveries: list[WebhookDelivery]
    """The deliveries, the newest first"""
    next_before_id: int | None
    """Send it as `before_id` for older rows; null: these are the oldest"""


WebhookEventName: TypeAlias = "Literal['message', 'call_started', 'call_ended', 'outcome', 'question', 'decision', 'action_proposed', 'action_settled', 'edit_proposed', 'edit_settled', 'secret_requested', 'secret_provided', 'deliverable', 'campaign', 'document', 'system', 'request.opened', 'request.settled', 'request.expired', 'audit.act']"


class WebhookExchange(TypedDict):
    sent_at: str
    """When it was sent"""
    took_ms: int
    """How long the answer took, in milliseconds"""
    url: str
    """The address"""
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
    """Its id, a positive integer; other requests name it by this"""
    url: str
    """The address"""
    events: list[str]
    """The events"""
    description: str | None
    """A sentence or two for people"""
    is_active: bool
    """Whether it is in use"""
    disabled_at: str | None
    """When it was switched off; null: it is on"""
    disabled_reason: str | None
    """Why it was switched off automatically"""
    failing_since: str | None
    """Since when deliveries fail; null: they do not"""
    next_attempt_at: str | None
    """When it is tried next; null: not any more"""
    last_success_at: str | None
    """When a delivery last succeeded; null: never"""
    created_at: str
    """When it was made"""
    updated_at: str
    """When it was last changed"""
    secret: str
    """Signs every delivery; it is not shown again"""


class WebhooksCreateBody(TypedDict):
    url: str
    """The address"""
    events: NotRequired[list[WebhookEventName] | None]
    """Kinds of the timeline, such as call_ended, campaign, document; none: every kind. Also request.opened, request.settled, request.expired, which have to be named"""
    description: NotRequired[str | None]
    """A sentence or two for people"""
    is_active: NotRequired[bool | None]
    """Whether it is in use"""


class WebhooksDeleteAnswer(TypedDict):
    message: str
    """A sentence for people on what was done"""


class WebhooksUpdateBody(TypedDict):
    url: NotRequired[str | None]
    """The address"""
    events: NotRequired[list[WebhookEventName] | None]
    """Kinds of the timeline, such as call_ended, campaign, document; none: every kind. Also request.opened, request.settled, request.expired, which have to be named"""
    description: NotRequired[str | None]
    """A sentence or two for people"""
    is_active: NotRequired[bool | None]
    """Whether it is in use"""


class WhatIf(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    campaign_id: int
    """The campaign; null: none"""
    state: WhatIfState
    """Its state"""
    settings: WhatIfSettings
    """Settings of the talk button"""
    result: WhatIfResult | None
    """null: it is not answered"""
    error: str | None
    """Why it failed, in words for people; null where it did not"""
    created_at: str
    """When it was made"""
    ended_at: str | None
    """When it ended; null before"""


class WhatIfFigures(TypedDict):
    attempts: float
    """Attempts that a carrier accepted"""
    answers: float
    """What somebody answered, in order"""
    cost_minor: float
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""
    ends_at: str
    """When its last call was over"""
    by_hour: list[WhatIfFiguresByHourItem]
    """The figures of each hour, by its first instant; empty in the list of questions"""


class WhatIfFiguresByHourItem(TypedDict):
    at: str
    """When it was"""
    attempts: float
    """Attempts that a carrier accepted"""
    answers: float
    """What somebody answered, in order"""
    cost_minor: float
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""


class WhatIfInterval(TypedDict):
    low: float
    """The lower end of the interval"""
    high: float
    """The upper end of the interval"""


class WhatIfResult(TypedDict):
    was: WhatIfFigures
    """As the campaign was"""
    would: WhatIfFigures
    """As it would have been: the means of all seeds"""
    spread: WhatIfSpread
    """The range that all simulations are within"""
    seeds: int
    """How often it was simulated; 1: nothing had to be drawn"""
    drawn: int
    """Attempts that nobody had made so, and that were drawn from people alike"""
    differing: int
    """Attempts in which a replay by the campaign's own settings is not the record"""
    currency: str | None
    """The three letters of ISO 4217, such as EUR"""
    known_until: str | None
    """The campaign was still under way then; null: it was over"""


class WhatIfSettings(TypedDict):
    retry_config: NotRequired[AskedRetrySettings]
    """When and how often somebody who was not reached is called again"""
    schedule_config: NotRequired[ScheduleSettings]
    """When people are called; null: in the organization's calling hours"""
    max_concurrency: NotRequired[int]
    """The most calls at a time; null: no limit of its own"""
    calls_per_second: NotRequired[float]
    """The most calls that are started in a second; null: the carrier's limit"""
    max_attempts_per_number_per_day: NotRequired[int]
    """The most calls to one number in a day; null: no limit"""
    budget: NotRequired[CampaignBudget]
    """The most that calls may cost; null: no limit"""
    holidays: NotRequired[list[str]]
    """Days on which nobody is called, YYYY-MM-DD"""
    rule_packs: NotRequired[list[str]]
    """Rule packs that hold for production calls: `us-federal@2026-11`, or `de` for its newest version"""
    unconfirmed_rules: NotRequired[list[str]]
    """Rules of these packs that counsel is to confirm and that are on all the same, such as `de/hours`"""
    own_rules: NotRequired[list[OrganizationPreferencesOwnRule]]
    """Rules of the organization itself, each true where a call may be made"""
    do_not_call: NotRequired[WhatIfSettingsDoNotCall]
    """Numbers that would have been on the list from the beginning"""


class WhatIfSettingsDoNotCall(TypedDict):
    given: int
    """How many numbers were given"""
    in_campaign: int
    """How many of the numbers the campaign calls"""


class WhatIfSpread(TypedDict):
    attempts: WhatIfInterval
    """Attempts that a carrier accepted"""
    answers: WhatIfInterval
    """What somebody answered, in order"""
    cost_minor: WhatIfInterval
    """Cost in the minor unit of the currency, such as cents; null while it is not known"""
    ends_at: WhatIfSpreadEndsAt
    """Of the end"""


class WhatIfSpreadEndsAt(TypedDict):
    low: str
    """The lower end of the interval"""
    high: str
    """The upper end of the interval"""


WhatIfState: TypeAlias = "Literal['running', 'done', 'failed']"


class WholeArchive(TypedDict):
    archive_id: str
    """The archive"""
    day: str
    """The day, in UTC, whose calls are in it"""
    state: ArchiveState
    """Its state"""
    runs: int
    """Calls of that day when it was begun"""
    runs_removed: int
    """Runs that are gone"""
    file_count: int
    """How many files"""
    size_bytes: int
    """Bytes of all files"""
    created_at: str
    """When it was made"""
    finished_at: str | None
    """When it ended; null before"""
    files: list[ArchiveFile]
    """The files; `manifest.json` lists the others"""


class WithdrawnPack(TypedDict):
    slug: str
    """The name in addresses"""
    withdrawn: Literal[True]
    """Whether it was withdrawn"""


class WebhookRun(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    uuid: str
    """Its UUID"""
    name: str
    """Its name, as people see it"""
    state: str
    """Its state"""
    outcome: str | None
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    disposition: str | None
    """What the agent noted of it; null: nothing"""
    end_reason: str | None
    """Why it ended"""
    direction: str
    """Whether we called or were called"""
    environment: str
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    attempt: int
    """Which call to the contact it is in its campaign, from 1"""
    campaign_id: int | None
    """The campaign; null: none"""
    contact_id: int | None
    """The contact; null where the number is in no list"""
    caller_number: str | None
    """The number that called"""
    called_number: str | None
    """The number that was called"""
    started_at: str | None
    """When it began; null before"""
    answered_at: str | None
    """When it was answered; null: it was not"""
    ended_at: str | None
    """When it ended; null before"""
    duration_seconds: int | None
    """Seconds from the answer to the end"""


class WebhookRequest(TypedDict):
    event_id: int
    """The event on the timeline"""
    kind: str
    """Which kind it is"""
    state: str
    """Its state"""
    subject: JsonObject
    """What is asked, by kind: the fields of its event"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    created_at: str
    """When it was made"""
    expires_at: str | None
    """When it ends by itself; null: never"""
    decision: NotRequired[str | None]
    """What was decided"""
    answer: NotRequired[JsonObject | None]
    """What was answered; never a secret"""
    settled_by: NotRequired[str | None]
    """Who decided; null before"""
    settled_at: NotRequired[str | None]
    """When it was decided; null before"""


class TimelineEventMessagePayload(TypedDict):
    answer: NotRequired[JsonObject]
    """What was answered, by the kind of the request"""
    event_id: NotRequired[int]
    """The event on the timeline"""
    follow_up: NotRequired[str]
    """What was promised to the person: a message or a call"""
    reply_to: NotRequired[int]
    """The message that it answers"""
    text: NotRequired[str]
    """The words"""
    turn: NotRequired[str]
    """Which turn, from 1"""


class TimelineEventMessage(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["message"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventMessagePayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookMessage(TypedDict):
    type: Literal["message"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventMessage
    """What happened, as the timeline shows it"""


class TimelineEventCallStartedPayload(TypedDict):
    attempt: NotRequired[int]
    """Which call to the contact it is in its campaign, from 1"""
    direction: NotRequired[str]
    """Whether we called or were called"""
    environment: NotRequired[str]
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    mode: NotRequired[str]
    """How the conversation is held: by telephone, in text or in a browser"""
    provider: NotRequired[str | None]
    """The carrier or provider"""


class TimelineEventCallStarted(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["call_started"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventCallStartedPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookCallStarted(TypedDict):
    type: Literal["call_started"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventCallStarted
    """What happened, as the timeline shows it"""


class TimelineEventCallEndedPayload(TypedDict):
    attempt: NotRequired[int]
    """Which call to the contact it is in its campaign, from 1"""
    disposition: NotRequired[str]
    """What the agent noted of it; null: nothing"""
    duration_seconds: NotRequired[int | None]
    """Seconds from the answer to the end"""
    end_reason: NotRequired[str]
    """Why it ended"""
    missed_call_id: NotRequired[int]
    """The missed call"""
    mode: NotRequired[str]
    """How the conversation is held: by telephone, in text or in a browser"""
    outcome: NotRequired[str]
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    reason: NotRequired[str]
    """Why, in words for people"""


class TimelineEventCallEnded(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["call_ended"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventCallEndedPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookCallEndedData(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["call_ended"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventCallEndedPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""
    run: NotRequired[WebhookRun]
    """The call"""


class WebhookCallEnded(TypedDict):
    type: Literal["call_ended"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: WebhookCallEndedData
    """What happened, as the timeline shows it"""


class TimelineEventOutcomePayload(TypedDict):
    disposition: NotRequired[str | None]
    """What the agent noted of it; null: nothing"""
    outcome: NotRequired[str | None]
    """What became of it at the carrier, such as answered, no_answer, busy, voicemail or failed"""
    variables: NotRequired[JsonObject]
    """What whoever hires it is asked"""


class TimelineEventOutcome(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["outcome"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventOutcomePayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookOutcomeData(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["outcome"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventOutcomePayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""
    run: NotRequired[WebhookRun]
    """The call"""


class WebhookOutcome(TypedDict):
    type: Literal["outcome"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: WebhookOutcomeData
    """What happened, as the timeline shows it"""


class TimelineEventQuestionPayload(TypedDict):
    choices: NotRequired[list[Any]]
    """What can be chosen"""
    expires_at: NotRequired[str]
    """When it ends by itself; null: never"""
    text: NotRequired[str]
    """The words"""


class TimelineEventQuestion(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["question"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventQuestionPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookQuestion(TypedDict):
    type: Literal["question"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventQuestion
    """What happened, as the timeline shows it"""


class TimelineEventDecisionPayload(TypedDict):
    choice: NotRequired[str]
    """What was chosen"""
    decision: NotRequired[str]
    """What was decided"""
    event_id: NotRequired[int]
    """The event on the timeline"""
    text: NotRequired[str]
    """The words"""


class TimelineEventDecision(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["decision"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventDecisionPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookDecision(TypedDict):
    type: Literal["decision"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventDecision
    """What happened, as the timeline shows it"""


class TimelineEventActionProposedPayload(TypedDict):
    can_be_undone: NotRequired[bool]
    """Whether it can be undone"""
    expires_at: NotRequired[str]
    """When it ends by itself; null: never"""
    summary: NotRequired[str]
    """One sentence for people"""
    tool_name: NotRequired[str]
    """The name of the tool; null: it was deleted"""
    tool_uuid: NotRequired[str]
    """The tool"""


class TimelineEventActionProposed(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["action_proposed"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventActionProposedPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookActionProposed(TypedDict):
    type: Literal["action_proposed"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventActionProposed
    """What happened, as the timeline shows it"""


class TimelineEventActionSettledPayload(TypedDict):
    action: NotRequired[str]
    """The action of the app"""
    compensation: NotRequired[str]
    """The request that undoes what the tool did; null: it cannot be undone"""
    decision: NotRequired[str]
    """What was decided"""
    event_id: NotRequired[int]
    """The event on the timeline"""


class TimelineEventActionSettled(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["action_settled"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventActionSettledPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookActionSettled(TypedDict):
    type: Literal["action_settled"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventActionSettled
    """What happened, as the timeline shows it"""


class TimelineEventEditProposedPayload(TypedDict):
    diff: NotRequired[JsonObject]
    """What would be different"""
    draft_hash: NotRequired[str]
    """The digest of the draft"""
    draft_version: NotRequired[int]
    """The version that the draft would become"""
    expires_at: NotRequired[str]
    """When it ends by itself; null: never"""
    reason: NotRequired[str]
    """Why, in words for people"""
    workflow_id: NotRequired[int]
    """The agent that takes the person over when `destination_source` is `agent`"""


class TimelineEventEditProposed(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["edit_proposed"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventEditProposedPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookEditProposed(TypedDict):
    type: Literal["edit_proposed"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventEditProposed
    """What happened, as the timeline shows it"""


class TimelineEventEditSettledPayload(TypedDict):
    decision: NotRequired[str]
    """What was decided"""
    event_id: NotRequired[int]
    """The event on the timeline"""


class TimelineEventEditSettled(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["edit_settled"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventEditSettledPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookEditSettled(TypedDict):
    type: Literal["edit_settled"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventEditSettled
    """What happened, as the timeline shows it"""


class TimelineEventSecretRequestedPayload(TypedDict):
    expires_at: NotRequired[str]
    """When it ends by itself; null: never"""
    name: NotRequired[str]
    """Its name, as people see it"""
    tool_uuid: NotRequired[str]
    """The tool"""
    why: NotRequired[str]
    """What it is needed for"""


class TimelineEventSecretRequested(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["secret_requested"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventSecretRequestedPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookSecretRequested(TypedDict):
    type: Literal["secret_requested"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventSecretRequested
    """What happened, as the timeline shows it"""


class TimelineEventSecretProvidedPayload(TypedDict):
    credential_uuid: NotRequired[str]
    """The credential whose secret is sent; null: none"""
    decision: NotRequired[str]
    """What was decided"""
    event_id: NotRequired[int]
    """The event on the timeline"""


class TimelineEventSecretProvided(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["secret_provided"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventSecretProvidedPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookSecretProvided(TypedDict):
    type: Literal["secret_provided"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventSecretProvided
    """What happened, as the timeline shows it"""


class TimelineEventDeliverablePayload(TypedDict):
    answers: NotRequired[list[Any]]
    """What somebody answered, in order"""
    fields: NotRequired[JsonObject]
    """Its fields"""
    file: NotRequired[str]
    """The file"""
    form: NotRequired[str]
    """The form that was filled in"""
    key: NotRequired[str]
    """Its name among its neighbours, for programs"""
    node_id: NotRequired[str]
    """The step"""
    score: NotRequired[int]
    """The score that was given"""
    summary: NotRequired[str]
    """One sentence for people"""
    text: NotRequired[str]
    """The words"""
    title: NotRequired[str]
    """A line for people"""


class TimelineEventDeliverable(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["deliverable"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventDeliverablePayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookDeliverable(TypedDict):
    type: Literal["deliverable"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventDeliverable
    """What happened, as the timeline shows it"""


class TimelineEventCampaignPayload(TypedDict):
    answered: NotRequired[int]
    """Contacts or calls that a person answered"""
    attempts: NotRequired[int]
    """Attempts that a carrier accepted"""
    campaign_id: NotRequired[int]
    """The campaign; null: none"""
    changed: NotRequired[list[Any]]
    """The settings that were changed"""
    consent_attested: NotRequired[bool]
    """true: you attest that the people of the list have agreed to be called"""
    dialled: NotRequired[int]
    """Contacts with an attempt that a carrier accepted"""
    enabled: NotRequired[bool]
    """Whether it is in force"""
    event: NotRequired[str]
    """What happened, for programs"""
    failed_calls: NotRequired[int]
    """Contacts that are finished without ever being reached"""
    failure_threshold: NotRequired[float]
    """The share of failed calls that pauses the campaign, 0 to 1"""
    finished: NotRequired[int]
    """Contacts that are done with"""
    in_flight: NotRequired[int]
    """Contacts that are being called"""
    min_calls_in_window: NotRequired[int]
    """The fewest calls in the span for it to be judged"""
    outcomes: NotRequired[JsonObject]
    """Calls by what became of them at the carrier"""
    redialed_campaign_id: NotRequired[int]
    """The campaign that redials this one; null: none"""
    remaining: NotRequired[int]
    """Contacts neither finished nor suppressed"""
    since: NotRequired[str]
    """Since when"""
    suppressed: NotRequired[int]
    """Contacts that may not be called"""
    total: NotRequired[int]
    """How many there are in all"""
    waiting_retry: NotRequired[int]
    """Contacts that will be called again"""
    why: NotRequired[str]
    """What it is needed for"""
    window_seconds: NotRequired[int]
    """The span that is looked at, in seconds"""


class TimelineEventCampaign(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["campaign"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventCampaignPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookCampaign(TypedDict):
    type: Literal["campaign"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventCampaign
    """What happened, as the timeline shows it"""


class TimelineEventDocumentPayload(TypedDict):
    document_uuid: NotRequired[str]
    """The document"""
    version: NotRequired[int]
    """Which version it is"""


class TimelineEventDocument(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["document"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventDocumentPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookDocument(TypedDict):
    type: Literal["document"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventDocument
    """What happened, as the timeline shows it"""


class TimelineEventSystemPayload(TypedDict):
    account_id: NotRequired[int]
    """The connected account"""
    attempts: NotRequired[int]
    """Attempts that a carrier accepted"""
    call_back_run_id: NotRequired[int]
    """The call that calls back"""
    calling_hours_off: NotRequired[str]
    """Why no calling hours are kept"""
    calls: NotRequired[int]
    """How many calls"""
    client: NotRequired[str]
    """Whose client the app is connected with; null: none"""
    client_version: NotRequired[str]
    """The version of the client"""
    connector: NotRequired[str]
    """The app"""
    contact_id: NotRequired[int]
    """The contact; null where the number is in no list"""
    contact_list_id: NotRequired[int]
    """The contact list"""
    credential_uuid: NotRequired[str]
    """The credential whose secret is sent; null: none"""
    credentials_needed: NotRequired[list[Any]]
    """The credentials that are missing"""
    disclosure_off: NotRequired[str]
    """Why no disclosure is made"""
    embed_token_id: NotRequired[int]
    """The token of a talk button"""
    environment: NotRequired[str]
    """`production`, or `sandbox`: made with a sandbox key, and of no effect on production"""
    event: NotRequired[str]
    """What happened, for programs"""
    event_id: NotRequired[int]
    """The event on the timeline"""
    fault: NotRequired[str]
    """What went wrong, for programs"""
    filling: NotRequired[str]
    """What is said meanwhile"""
    follow_up: NotRequired[str]
    """What was promised to the person: a message or a call"""
    given_up: NotRequired[int]
    """How many were given up"""
    import_id: NotRequired[int]
    """The import"""
    is_active: NotRequired[bool]
    """Whether it is in use"""
    kind: NotRequired[str]
    """Which kind it is"""
    missing: NotRequired[list[Any]]
    """What is missing"""
    models: NotRequired[list[Any]]
    """The models that were set, each with its part"""
    national_list_id: NotRequired[int]
    """The national list"""
    node_id: NotRequired[str]
    """The step"""
    node_name: NotRequired[str]
    """The name of the step"""
    number_verification_id: NotRequired[int]
    """The verification of a number"""
    numbers: NotRequired[list[Any]]
    """The numbers"""
    operation: NotRequired[str]
    """The operation that was asked for"""
    phone_number_id: NotRequired[int | None]
    """The number"""
    reason: NotRequired[str]
    """Why, in words for people"""
    recording_id: NotRequired[str]
    """The recording"""
    recording_ids: NotRequired[list[Any]]
    """The recordings"""
    reply_to: NotRequired[int]
    """The message that it answers"""
    request: NotRequired[str]
    """What became of the request"""
    seconds: NotRequired[int]
    """Seconds that count"""
    slug: NotRequired[str]
    """The name in addresses"""
    source: NotRequired[str | None]
    """Where it comes from"""
    status: NotRequired[str]
    """Its state"""
    supervision: NotRequired[str]
    """The supervision of a call by its uuid"""
    taken_over_seconds: NotRequired[int]
    """How long the supervisor spoke with the person; 0: they did not"""
    telephony_configuration_id: NotRequired[int]
    """The carrier account"""
    template_id: NotRequired[str]
    """The template that it was hired from; null: none"""
    template_version: NotRequired[str]
    """The version of the template"""
    tool: NotRequired[str]
    """The tool"""
    tool_uuid: NotRequired[str]
    """The tool"""
    turn: NotRequired[int]
    """Which turn, from 1"""
    webhook_id: NotRequired[int]
    """The webhook"""
    whispers: NotRequired[int]
    """How often the supervisor whispered to the agent"""


class TimelineEventSystem(TypedDict):
    id: int
    """Its id, a positive integer; other requests name it by this"""
    at: str
    """When it was"""
    kind: Literal["system"]
    """The kind of the event"""
    actor: str
    """Who did it: user:7, api_key:12, agent:3 or system"""
    summary: str
    """One sentence for people"""
    payload: TimelineEventSystemPayload
    """What happened"""
    is_deliverable: bool
    """Whether it is a result for people rather than a step on the way"""
    workflow_id: int | None
    """The agent that takes the person over when `destination_source` is `agent`"""
    workflow_run_id: int | None
    """The call"""
    folder_id: int | None
    """The channel; null: none"""
    campaign_id: int | None
    """The campaign; null: none"""
    thread_id: str | None
    """The thread of messages; null: none"""
    credits: float
    """Credits that it has used"""
    included: bool | None
    """Whether the plan includes it; null: it is not counted"""
    blocked: TimelineEventBlocked | None
    """What keeps it from going on; null: nothing"""


class WebhookSystem(TypedDict):
    type: Literal["system"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: TimelineEventSystem
    """What happened, as the timeline shows it"""


class WebhookRequestOpened(TypedDict):
    type: Literal["request.opened"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: WebhookRequest
    """What happened, as the timeline shows it"""


class WebhookRequestSettled(TypedDict):
    type: Literal["request.settled"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: WebhookRequest
    """What happened, as the timeline shows it"""


class WebhookRequestExpired(TypedDict):
    type: Literal["request.expired"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: WebhookRequest
    """What happened, as the timeline shows it"""


class WebhookAuditAct(TypedDict):
    type: Literal["audit.act"]
    """The event that the webhook has named"""
    timestamp: str
    """When it happened"""
    data: Act
    """What happened, as the timeline shows it"""


WebhookBody: TypeAlias = "WebhookMessage | WebhookCallStarted | WebhookCallEnded | WebhookOutcome | WebhookQuestion | WebhookDecision | WebhookActionProposed | WebhookActionSettled | WebhookEditProposed | WebhookEditSettled | WebhookSecretRequested | WebhookSecretProvided | WebhookDeliverable | WebhookCampaign | WebhookDocument | WebhookSystem | WebhookRequestOpened | WebhookRequestSettled | WebhookRequestExpired | WebhookAuditAct"

# Written by `npm run clients` from the table of operations. `npm run check` fails when it is out of date.
from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Literal, cast

from ..async_connection import AsyncConnection
from ..async_event_stream import AsyncEventStream
from ..async_listing import AsyncListing
from ..settings import UNSET, CallOptions, Unset
from . import types
from .operations import OPERATIONS


class AsyncServiceArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def health(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.Health:
        """Tell whether the API answers, and what it is

        Tell whether the API answers, and what it is. Answers with: the API answers.

        Needs no key.

        `GET /health`
        """
        return cast("types.Health", await self._connection.json(OPERATIONS["health"], {}, options))

    async def signup(
        self,
        *,
        email: str,
        password: str,
        name: str | None | Unset = UNSET,
        organization_name: str | None | Unset = UNSET,
        cookie: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Session | types.SignUpMailed:
        """Create an account with its own organization

        Create an account with its own organization. Answers with: a session of the new owner, where no mail is sent.

        Needs no key.

        Refuses with

        - 403 (`provider_needed`, `signup_disabled`): Sign-up is switched off
        - 409 (`email_taken`): The e-mail address has an account; answered only where no mail is sent

        `POST /auth/signup`
        """
        return cast("types.Session | types.SignUpMailed", await self._connection.json(OPERATIONS["signup"], {"email": email, "password": password, "name": name, "organization_name": organization_name, "cookie": cookie}, options))

    async def login(
        self,
        *,
        email: str,
        password: str,
        cookie: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Session | types.SecondFactorNeeded:
        """Open a session with e-mail and password

        Open a session with e-mail and password. Answers with: a session.

        Needs no key.

        Refuses with

        - 401 (`unauthorized`): E-mail or password is wrong

        `POST /auth/login`
        """
        return cast("types.Session | types.SecondFactorNeeded", await self._connection.json(OPERATIONS["login"], {"email": email, "password": password, "cookie": cookie}, options))

    async def me(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.Account:
        """Tell who these credentials belong to

        Tell who these credentials belong to. Answers with: the account, in the organization it works in.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /auth/me`
        """
        return cast("types.Account", await self._connection.json(OPERATIONS["me"], {}, options))

    async def logout(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.LogoutAnswer:
        """End this session

        End this session. Answers with: the session is over.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`no_session`): The request came with an API key, which has no session

        `POST /auth/logout`
        """
        return cast("types.LogoutAnswer", await self._connection.json(OPERATIONS["logout"], {}, options))


class AsyncInstallationArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(
        self,
        *,
        language: types.InstallationGetLanguage | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Installation:
        """Show the state of the whole installation to its operator

        Show the state of the whole installation to its operator. Answers with: its parts, versions, figures and last backup.

        Needs the role owner or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`not_operator`): This organization is not the one that OPERATOR_ORGANIZATION_ID names

        `GET /service/status`
        """
        return cast("types.Installation", await self._connection.json(OPERATIONS["installation.get"], {"language": language}, options))


class AsyncAccountArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def confirm_sign_up(
        self,
        *,
        token: str,
        password: str,
        cookie: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Session:
        """Create the account of a sign-up with the link in its mail and its password

        Create the account of a sign-up with the link in its mail and its password. Answers with: a session of the new owner.

        Needs no key.

        Refuses with

        - 400 (`signup_invalid`): The link is unknown or expired
        - 403 (`provider_needed`, `signup_disabled`, `wrong_password`): The password is not that of the sign-up, or sign-up is switched off
        - 409 (`email_taken`): The e-mail address has an account

        `POST /auth/confirm-signup`
        """
        return cast("types.Session", await self._connection.json(OPERATIONS["account.confirmSignUp"], {"token": token, "password": password, "cookie": cookie}, options))

    async def accept_invitation(
        self,
        *,
        token: str,
        password: str | None | Unset = UNSET,
        name: str | None | Unset = UNSET,
        cookie: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Session | types.SecondFactorNeeded:
        """Join the organization that an invitation names; makes the account where the address has none

        Join the organization that an invitation names; makes the account where the address has none. Answers with: a session in that organization.

        Needs no key.

        Refuses with

        - 400 (`invitation_invalid`): The invitation is unknown, used or expired
        - 403 (`provider_needed`, `wrong_password`): The address has an account, and this is not its password
        - 409 (`account_made_meanwhile`): An account was made for the address at the same moment

        `POST /auth/accept-invitation`
        """
        return cast("types.Session | types.SecondFactorNeeded", await self._connection.json(OPERATIONS["account.acceptInvitation"], {"token": token, "password": password, "name": name, "cookie": cookie}, options))

    def organizations(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.AccountOrganizationsAnswer, types.AccountOrganizationsAnswerOrganization]:
        """The organizations of the person who is logged in

        The organizations of the person who is logged in. Answers with: the one that was joined first comes first.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`): The request came with an API key, which has no session

        `GET /auth/organizations`
        """
        return AsyncListing[types.AccountOrganizationsAnswer, types.AccountOrganizationsAnswerOrganization](self._connection, OPERATIONS["account.organizations"], {}, options)

    async def select_organization(
        self,
        *,
        organization_id: int,
        cookie: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Session:
        """Open a session in another of one's organizations

        Open a session in another of one's organizations. Answers with: the session.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`provider_needed`, `session_needed`, `sign_in_there`): The request came with an API key, which has no session
        - 404 (`not_found`): The person belongs to no such organization

        `POST /auth/select-organization`
        """
        return cast("types.Session", await self._connection.json(OPERATIONS["account.selectOrganization"], {"organization_id": organization_id, "cookie": cookie}, options))

    async def change_password(
        self,
        *,
        current: str,
        new: str,
        options: CallOptions | None = None,
    ) -> types.AccountChangePasswordAnswer:
        """Change one's password; every other session ends

        Change one's password; every other session ends. Answers with: how many other sessions ended.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`, `wrong_password`): The request came with an API key, which has no session

        `PUT /auth/password`
        """
        return cast("types.AccountChangePasswordAnswer", await self._connection.json(OPERATIONS["account.changePassword"], {"current": current, "new": new}, options))

    async def forgot_password(
        self,
        *,
        email: str,
        options: CallOptions | None = None,
    ) -> types.AccountForgotPasswordAnswer:
        """Mail a link to a new password, if the address has an account

        Mail a link to a new password, if the address has an account. Answers with: the same for every address.

        Needs no key.

        `POST /auth/forgot-password`
        """
        return cast("types.AccountForgotPasswordAnswer", await self._connection.json(OPERATIONS["account.forgotPassword"], {"email": email}, options))

    async def reset_password(
        self,
        *,
        token: str,
        password: str,
        options: CallOptions | None = None,
    ) -> types.AccountResetPasswordAnswer:
        """Set a new password with the mailed link; every session ends

        Set a new password with the mailed link; every session ends. Answers with: how many sessions ended.

        Needs no key.

        Refuses with

        - 400 (`reset_invalid`): The link is unknown, used or expired

        `POST /auth/reset-password`
        """
        return cast("types.AccountResetPasswordAnswer", await self._connection.json(OPERATIONS["account.resetPassword"], {"token": token, "password": password}, options))

    def sessions(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.AccountSessionsAnswer, types.AccountSessionsAnswerSession]:
        """One's own open sessions, in every organization

        One's own open sessions, in every organization. Answers with: the newest 500, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`): The request came with an API key, which has no session

        `GET /auth/sessions`
        """
        return AsyncListing[types.AccountSessionsAnswer, types.AccountSessionsAnswerSession](self._connection, OPERATIONS["account.sessions"], {}, options)

    async def end_other_sessions(
        self,
        *,
        include_current: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.AccountEndOtherSessionsAnswer:
        """End every session of one's own but this one; with include_current=true this one too

        End every session of one's own but this one; with include_current=true this one too. Answers with: how many ended.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`): The request came with an API key, which has no session

        `DELETE /auth/sessions`
        """
        return cast("types.AccountEndOtherSessionsAnswer", await self._connection.json(OPERATIONS["account.endOtherSessions"], {"include_current": include_current}, options))

    async def end_session(
        self,
        *,
        session_id: int,
        options: CallOptions | None = None,
    ) -> types.AccountEndSessionAnswer:
        """End one session of one's own

        End one session of one's own. Answers with: the session is ended.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`): The request came with an API key, which has no session
        - 404 (`not_found`): No such session of one's own

        `DELETE /auth/sessions/{session_id}`
        """
        return cast("types.AccountEndSessionAnswer", await self._connection.json(OPERATIONS["account.endSession"], {"session_id": session_id}, options))

    async def second_factor(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.AccountSecondFactorAnswer:
        """One's own second factor: app, passkeys, and how many recovery codes are left

        One's own second factor: app, passkeys, and how many recovery codes are left. Answers with: what is set up.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`): The request came with an API key, which has no session

        `GET /auth/second-factor`
        """
        return cast("types.AccountSecondFactorAnswer", await self._connection.json(OPERATIONS["account.secondFactor"], {}, options))

    async def prove_second_factor(
        self,
        *,
        token: str,
        code: str | None | Unset = UNSET,
        recovery_code: str | None | Unset = UNSET,
        passkey: types.JsonObject | None | Unset = UNSET,
        cookie: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Session:
        """Open the session of a log-in that needs a second factor: a code of the app, a passkey or a recovery code

        Open the session of a log-in that needs a second factor: a code of the app, a passkey or a recovery code. Answers with: a session.

        Needs no key.

        Refuses with

        - 400 (`log_in_expired`): The log-in is unknown, finished or too old
        - 403 (`provider_needed`, `wrong_second_factor`): The second factor is wrong, or was used before

        `POST /auth/second-factor`
        """
        return cast("types.Session", await self._connection.json(OPERATIONS["account.proveSecondFactor"], {"token": token, "code": code, "recovery_code": recovery_code, "passkey": passkey, "cookie": cookie}, options))

    async def start_app(
        self,
        *,
        password: str,
        options: CallOptions | None = None,
    ) -> types.AccountStartAppAnswer:
        """Make a secret for an authenticator app; it counts once a code of it was given

        Make a secret for an authenticator app; it counts once a code of it was given. Answers with: the secret, shown this once.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`, `wrong_password`): The password is wrong, or the request came with an API key, which has no session
        - 409 (`app_exists`): An app is set up already

        `POST /auth/second-factor/app`
        """
        return cast("types.AccountStartAppAnswer", await self._connection.json(OPERATIONS["account.startApp"], {"password": password}, options))

    async def confirm_app(
        self,
        *,
        code: str,
        options: CallOptions | None = None,
    ) -> types.AccountConfirmAppAnswer:
        """Give the first code of an authenticator app; from then on log-ins need one, and every other session ends

        Give the first code of an authenticator app; from then on log-ins need one, and every other session ends. Answers with: it is set up.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`, `wrong_app_code`): The code is wrong or too old
        - 409 (`no_app_started`): No app waits for its first code

        `POST /auth/second-factor/app/confirm`
        """
        return cast("types.AccountConfirmAppAnswer", await self._connection.json(OPERATIONS["account.confirmApp"], {"code": code}, options))

    async def start_passkey(
        self,
        *,
        password: str,
        options: CallOptions | None = None,
    ) -> types.AccountStartPasskeyAnswer:
        """Begin a passkey: what a browser makes it from

        Begin a passkey: what a browser makes it from. Answers with: good for ten minutes.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`, `wrong_password`): The password is wrong, or the request came with an API key, which has no session
        - 409 (`passkeys_need_name`, `too_many_passkeys`): There are too many, or the platform's address has no name

        `POST /auth/second-factor/passkey`
        """
        return cast("types.AccountStartPasskeyAnswer", await self._connection.json(OPERATIONS["account.startPasskey"], {"password": password}, options))

    async def confirm_passkey(
        self,
        *,
        challenge_id: str,
        name: str,
        passkey: types.JsonObject,
        options: CallOptions | None = None,
    ) -> types.AccountConfirmPasskeyAnswer:
        """Keep the passkey that the browser has made; log-ins need it from then on, and every other session ends

        Keep the passkey that the browser has made; log-ins need it from then on, and every other session ends. Answers with: it is set up.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`passkey_invalid`): It was not made for this platform, or too late
        - 403 (`session_needed`): The request came with an API key, which has no session
        - 409 (`passkey_exists`, `passkeys_need_name`): It is set up already

        `POST /auth/second-factor/passkey/confirm`
        """
        return cast("types.AccountConfirmPasskeyAnswer", await self._connection.json(OPERATIONS["account.confirmPasskey"], {"challenge_id": challenge_id, "name": name, "passkey": passkey}, options))

    async def remove_second_factor(
        self,
        *,
        password: str,
        app: bool | None | Unset = UNSET,
        passkey_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.AccountRemoveSecondFactorAnswer:
        """Remove the authenticator app or a passkey; recovery codes go with the last of them

        Remove the authenticator app or a passkey; recovery codes go with the last of them. Answers with: it is removed.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`, `wrong_password`): The password is wrong, or the request came with an API key, which has no session
        - 404 (`not_found`): Nothing of the kind is set up

        `POST /auth/second-factor/remove`
        """
        return cast("types.AccountRemoveSecondFactorAnswer", await self._connection.json(OPERATIONS["account.removeSecondFactor"], {"password": password, "app": app, "passkey_id": passkey_id}, options))

    async def renew_recovery_codes(
        self,
        *,
        password: str,
        options: CallOptions | None = None,
    ) -> types.AccountRenewRecoveryCodesAnswer:
        """Make new recovery codes; those before no longer work

        Make new recovery codes; those before no longer work. Answers with: the codes, shown this once.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`, `wrong_password`): The password is wrong, or the request came with an API key, which has no session
        - 404 (`not_found`): There is no second factor

        `POST /auth/second-factor/recovery-codes`
        """
        return cast("types.AccountRenewRecoveryCodesAnswer", await self._connection.json(OPERATIONS["account.renewRecoveryCodes"], {"password": password}, options))

    async def ways_in(
        self,
        *,
        email: str,
        options: CallOptions | None = None,
    ) -> types.AccountWaysInAnswer:
        """The identity providers of an e-mail address's domain; it tells nothing about the address itself

        The identity providers of an e-mail address's domain; it tells nothing about the address itself. Answers with: empty where only a password opens an account.

        Needs no key.

        `POST /auth/ways-in`
        """
        return cast("types.AccountWaysInAnswer", await self._connection.json(OPERATIONS["account.waysIn"], {"email": email}, options))

    async def start_provider(
        self,
        *,
        organization_id: int,
        email: str | Unset = UNSET,
        to: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> None:
        """Lead a browser to the organization's identity provider

        Lead a browser to the organization's identity provider. Answers with: a browser is led on.

        Needs no key.

        Refuses with

        - 404 (`not_found`): No such organization, or it has no identity provider

        `GET /auth/provider/start`
        """
        await self._connection.none(OPERATIONS["account.startProvider"], {"organization_id": organization_id, "email": email, "to": to}, options)

    async def finish_provider(
        self,
        *,
        code: str | Unset = UNSET,
        state: str | Unset = UNSET,
        error: str | Unset = UNSET,
        iss: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> None:
        """Where an identity provider sends people back: opens their session in a cookie

        Where an identity provider sends people back: opens their session in a cookie. Answers with: a browser is led on.

        Needs no key.

        `GET /auth/provider/callback`
        """
        await self._connection.none(OPERATIONS["account.finishProvider"], {"code": code, "state": state, "error": error, "iss": iss}, options)

    async def end_by_provider(
        self,
        *,
        organization_id: int,
        options: CallOptions | None = None,
    ) -> None:
        """An identity provider reports a log-out (OIDC Back-Channel Logout 1.0): the sessions that it opened end

        An identity provider reports a log-out (OIDC Back-Channel Logout 1.0): the sessions that it opened end. Answers with: they have ended.

        Needs no key.

        Refuses with

        - 400 (`log_out_invalid`): No log-out token of this provider
        - 404 (`not_found`): The organization has no identity provider

        `POST /auth/provider/log-out/{organization_id}`
        """
        await self._connection.none(OPERATIONS["account.endByProvider"], {"organization_id": organization_id}, options)

    async def confirm_domain(
        self,
        *,
        token: str,
        options: CallOptions | None = None,
    ) -> types.AccountConfirmDomainAnswer:
        """Prove a domain by the link that was mailed to who runs it

        Prove a domain by the link that was mailed to who runs it. Answers with: the domain is the organization's.

        Needs no key.

        Refuses with

        - 400 (`domain_link_invalid`): The link is unknown or expired

        `POST /auth/confirm-domain`
        """
        return cast("types.AccountConfirmDomainAnswer", await self._connection.json(OPERATIONS["account.confirmDomain"], {"token": token}, options))


class AsyncAuditArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        actor: str | Unset = UNSET,
        kind: types.ActKind | Unset = UNSET,
        operation: str | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        cursor: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ActList, types.Act]:
        """Who did what, newest first: log-ins, looks at people, downloads, changes

        Who did what, newest first: log-ins, looks at people, downloads, changes. Answers with: a page of acts; of everybody for admins, else one's own.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /audit`
        """
        return AsyncListing[types.ActList, types.Act](self._connection, OPERATIONS["audit.list"], {"actor": actor, "kind": kind, "operation": operation, "from": from_, "to": to, "cursor": cursor, "limit": limit}, options)

    async def export(
        self,
        *,
        actor: str | Unset = UNSET,
        kind: types.ActKind | Unset = UNSET,
        operation: str | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> bytes:
        """The same as JSON lines, all of it

        The same as JSON lines, all of it. Answers with: one act on each line.

        Needs the role admin or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /audit/export`
        """
        return await self._connection.file(OPERATIONS["audit.export"], {"actor": actor, "kind": kind, "operation": operation, "from": from_, "to": to}, options)


class AsyncOrganizationsSignInArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.SignInRules:
        """How members of the organization have to sign in

        How members of the organization have to sign in. Answers with: the rules.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `GET /organizations/sign-in`
        """
        return cast("types.SignInRules", await self._connection.json(OPERATIONS["organizations.signIn.get"], {}, options))

    async def set(
        self,
        *,
        second_factor: types.OrganizationsSignInSetBodySecondFactor,
        grace_days: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.SignInRules:
        """Ask members for a second factor, after a grace of some days, or no longer

        Ask members for a second factor, after a grace of some days, or no longer. Answers with: the rules as they are now.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `PUT /organizations/sign-in`
        """
        return cast("types.SignInRules", await self._connection.json(OPERATIONS["organizations.signIn.set"], {"second_factor": second_factor, "grace_days": grace_days}, options))


class AsyncOrganizationsPreferencesArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.OrganizationPreferences:
        """The organization's name, place and limits

        The organization's name, place and limits. Answers with: the preferences.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/preferences`
        """
        return cast("types.OrganizationPreferences", await self._connection.json(OPERATIONS["organizations.preferences.get"], {}, options))

    async def set(
        self,
        *,
        name: str | None | Unset = UNSET,
        country: str | None | Unset = UNSET,
        timezone: str | None | Unset = UNSET,
        test_phone_number: str | None | Unset = UNSET,
        concurrent_call_limit: int | None | Unset = UNSET,
        max_attempts_per_number_per_day: int | None | Unset = UNSET,
        allowed_countries: Sequence[str] | None | Unset = UNSET,
        allowed_number_kinds: Sequence[types.NumberKind] | None | Unset = UNSET,
        artifact_link_days: int | None | Unset = UNSET,
        retention_days: int | None | Unset = UNSET,
        keep_runs_days: int | None | Unset = UNSET,
        retention: types.RetentionInput | None | Unset = UNSET,
        calling_hours: types.CallingHoursInput | None | Unset = UNSET,
        disclosure: types.DisclosureInput | None | Unset = UNSET,
        redaction: types.Redaction | None | Unset = UNSET,
        budget: types.OrganizationBudgetInput | None | Unset = UNSET,
        rule_packs: Sequence[str] | None | Unset = UNSET,
        unconfirmed_rules: Sequence[str] | None | Unset = UNSET,
        own_rules: Sequence[types.OwnRule] | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.OrganizationPreferences:
        """Replace the preferences: what is left out is cleared, but name, concurrent_call_limit and artifact_link_days stay; organizations.preferences.update changes some of them

        Replace the preferences: what is left out is cleared, but name, concurrent_call_limit and artifact_link_days stay; organizations.preferences.update changes some of them. Answers with: the preferences as they are now.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `PUT /organizations/preferences`
        """
        return cast("types.OrganizationPreferences", await self._connection.json(OPERATIONS["organizations.preferences.set"], {"name": name, "country": country, "timezone": timezone, "test_phone_number": test_phone_number, "concurrent_call_limit": concurrent_call_limit, "max_attempts_per_number_per_day": max_attempts_per_number_per_day, "allowed_countries": allowed_countries, "allowed_number_kinds": allowed_number_kinds, "artifact_link_days": artifact_link_days, "retention_days": retention_days, "keep_runs_days": keep_runs_days, "retention": retention, "calling_hours": calling_hours, "disclosure": disclosure, "redaction": redaction, "budget": budget, "rule_packs": rule_packs, "unconfirmed_rules": unconfirmed_rules, "own_rules": own_rules}, options))

    async def update(
        self,
        *,
        name: str | Unset = UNSET,
        country: str | None | Unset = UNSET,
        timezone: str | None | Unset = UNSET,
        test_phone_number: str | None | Unset = UNSET,
        concurrent_call_limit: int | Unset = UNSET,
        max_attempts_per_number_per_day: int | None | Unset = UNSET,
        allowed_countries: Sequence[str] | None | Unset = UNSET,
        allowed_number_kinds: Sequence[types.NumberKind] | None | Unset = UNSET,
        artifact_link_days: int | Unset = UNSET,
        retention_days: int | None | Unset = UNSET,
        keep_runs_days: int | None | Unset = UNSET,
        retention: types.RetentionInput | None | Unset = UNSET,
        calling_hours: types.CallingHoursInput | None | Unset = UNSET,
        disclosure: types.DisclosureInput | None | Unset = UNSET,
        redaction: types.Redaction | None | Unset = UNSET,
        budget: types.OrganizationBudgetInput | None | Unset = UNSET,
        rule_packs: Sequence[str] | None | Unset = UNSET,
        unconfirmed_rules: Sequence[str] | None | Unset = UNSET,
        own_rules: Sequence[types.OwnRule] | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.OrganizationPreferences:
        """Change some preferences: an absent one stays, null clears one, an object is replaced whole

        Change some preferences: an absent one stays, null clears one, an object is replaced whole. Answers with: the preferences as they are now.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `PATCH /organizations/preferences`
        """
        return cast("types.OrganizationPreferences", await self._connection.json(OPERATIONS["organizations.preferences.update"], {"name": name, "country": country, "timezone": timezone, "test_phone_number": test_phone_number, "concurrent_call_limit": concurrent_call_limit, "max_attempts_per_number_per_day": max_attempts_per_number_per_day, "allowed_countries": allowed_countries, "allowed_number_kinds": allowed_number_kinds, "artifact_link_days": artifact_link_days, "retention_days": retention_days, "keep_runs_days": keep_runs_days, "retention": retention, "calling_hours": calling_hours, "disclosure": disclosure, "redaction": redaction, "budget": budget, "rule_packs": rule_packs, "unconfirmed_rules": unconfirmed_rules, "own_rules": own_rules}, options))


class AsyncOrganizationsRulePacksArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.OrganizationsRulePacksListAnswer, types.RulePack]:
        """The rule packs that there are: what each rule says, by what law, whom it concerns, and what is in force

        The rule packs that there are: what each rule says, by what law, whom it concerns, and what is in force. Answers with: every version of every pack.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/rule-packs`
        """
        return AsyncListing[types.OrganizationsRulePacksListAnswer, types.RulePack](self._connection, OPERATIONS["organizations.rulePacks.list"], {}, options)

    async def preview(
        self,
        *,
        rule_packs: Sequence[str] | None | Unset = UNSET,
        unconfirmed_rules: Sequence[str] | None | Unset = UNSET,
        own_rules: Sequence[types.OwnRule] | None | Unset = UNSET,
        past_days: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.RulePacksPreview:
        """Whom other rule packs would stop: of the contacts that open campaigns have yet to call, and of the calls of the last days

        Whom other rule packs would stop: of the contacts that open campaigns have yet to call, and of the calls of the last days. Answers with: contacts that wait or are refused, by rule and campaign, and past calls by rule.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        `POST /organizations/rule-packs/preview`
        """
        return cast("types.RulePacksPreview", await self._connection.json(OPERATIONS["organizations.rulePacks.preview"], {"rule_packs": rule_packs, "unconfirmed_rules": unconfirmed_rules, "own_rules": own_rules, "past_days": past_days}, options))


class AsyncOrganizationsIdentityProviderArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.OrganizationsIdentityProviderGetAnswer:
        """The organization's identity provider, by which members may sign in

        The organization's identity provider, by which members may sign in. Answers with: without its secret.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `GET /organizations/identity-provider`
        """
        return cast("types.OrganizationsIdentityProviderGetAnswer", await self._connection.json(OPERATIONS["organizations.identityProvider.get"], {}, options))

    async def set(
        self,
        *,
        name: str,
        issuer: str,
        client_id: str,
        client_secret: str | None | Unset = UNSET,
        groups_claim: str | None | Unset = UNSET,
        group_roles: Sequence[types.OrganizationsIdentityProviderSetBodyGroupRole] | None | Unset = UNSET,
        default_role: types.ProvidedRole | None | Unset = UNSET,
        is_required: bool | None | Unset = UNSET,
        log_out_at_provider: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.IdentityProvider:
        """Set the identity provider (OIDC): who signs in there becomes a member, in the role of their groups

        Set the identity provider (OIDC): who signs in there becomes a member, in the role of their groups. Answers with: the provider as it is now.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`client_secret_needed`, `provider_ends_no_sessions`, `provider_unreachable`): It does not answer, or the secret is missing
        - 409 (`no_proved_domain`): No domain is proved

        `PUT /organizations/identity-provider`
        """
        return cast("types.IdentityProvider", await self._connection.json(OPERATIONS["organizations.identityProvider.set"], {"name": name, "issuer": issuer, "client_id": client_id, "client_secret": client_secret, "groups_claim": groups_claim, "group_roles": group_roles, "default_role": default_role, "is_required": is_required, "log_out_at_provider": log_out_at_provider}, options))

    async def remove(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.OrganizationsIdentityProviderRemoveAnswer:
        """Remove the identity provider; the sessions that it has opened end

        Remove the identity provider; the sessions that it has opened end. Answers with: members log in with passwords.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): There is none

        `DELETE /organizations/identity-provider`
        """
        return cast("types.OrganizationsIdentityProviderRemoveAnswer", await self._connection.json(OPERATIONS["organizations.identityProvider.remove"], {}, options))


class AsyncOrganizationsDirectoryTokenArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def make(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.OrganizationsDirectoryTokenMakeAnswer:
        """Make the token with which the organization's directory keeps its people (SCIM 2.0); the former one ends

        Make the token with which the organization's directory keeps its people (SCIM 2.0); the former one ends. Answers with: the token, shown this once.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `POST /organizations/directory-token`
        """
        return cast("types.OrganizationsDirectoryTokenMakeAnswer", await self._connection.json(OPERATIONS["organizations.directoryToken.make"], {}, options))

    async def remove(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.OrganizationsDirectoryTokenRemoveAnswer:
        """Remove the token of the organization's directory; members stay as they are

        Remove the token of the organization's directory; members stay as they are. Answers with: the directory changes nothing more.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): There is none

        `DELETE /organizations/directory-token`
        """
        return cast("types.OrganizationsDirectoryTokenRemoveAnswer", await self._connection.json(OPERATIONS["organizations.directoryToken.remove"], {}, options))


class AsyncOrganizationsDomainsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.OrganizationsDomainsListAnswer, types.OrganizationDomain]:
        """The organization's domains, and what proves each

        The organization's domains, and what proves each. Answers with: by name.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `GET /organizations/domains`
        """
        return AsyncListing[types.OrganizationsDomainsListAnswer, types.OrganizationDomain](self._connection, OPERATIONS["organizations.domains.list"], {}, options)

    async def add(
        self,
        *,
        domain: str,
        options: CallOptions | None = None,
    ) -> types.OrganizationDomain:
        """Add a domain of e-mail addresses; it counts once it is proved, by DNS or a mailed link

        Add a domain of e-mail addresses; it counts once it is proved, by DNS or a mailed link. Answers with: the domain, with the DNS record that proves it.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 409 (`domain_exists`, `too_many_domains`): It is there already

        `POST /organizations/domains`
        """
        return cast("types.OrganizationDomain", await self._connection.json(OPERATIONS["organizations.domains.add"], {"domain": domain}, options))

    async def check(
        self,
        *,
        domain_id: int,
        options: CallOptions | None = None,
    ) -> types.OrganizationDomain:
        """Look whether the domain's DNS record is there

        Look whether the domain's DNS record is there. Answers with: it is proved.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`dns_away`, `domain_not_proved`): DNS does not say so yet
        - 404 (`not_found`): No such domain

        `POST /organizations/domains/{domain_id}/check`
        """
        return cast("types.OrganizationDomain", await self._connection.json(OPERATIONS["organizations.domains.check"], {"domain_id": domain_id}, options))

    async def mail(
        self,
        *,
        domain_id: int,
        mailbox: types.OrganizationsDomainsMailBodyMailbox,
        options: CallOptions | None = None,
    ) -> types.OrganizationsDomainsMailAnswer:
        """Mail who runs the domain a link that proves it

        Mail who runs the domain a link that proves it. Answers with: it is on its way.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such domain
        - 409 (`no_mail_server`): This platform sends no mail
        - 502: The mail server refused the mail

        `POST /organizations/domains/{domain_id}/mail`
        """
        return cast("types.OrganizationsDomainsMailAnswer", await self._connection.json(OPERATIONS["organizations.domains.mail"], {"domain_id": domain_id, "mailbox": mailbox}, options))

    async def remove(
        self,
        *,
        domain_id: int,
        options: CallOptions | None = None,
    ) -> types.OrganizationsDomainsRemoveAnswer:
        """Remove a domain: nobody new signs in with an address there

        Remove a domain: nobody new signs in with an address there. Answers with: it is gone.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such domain
        - 409 (`domain_in_use`): Members have to sign in by the provider, and it is the last proved one

        `DELETE /organizations/domains/{domain_id}`
        """
        return cast("types.OrganizationsDomainsRemoveAnswer", await self._connection.json(OPERATIONS["organizations.domains.remove"], {"domain_id": domain_id}, options))


class AsyncOrganizationsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.sign_in = AsyncOrganizationsSignInArea(connection)
        self.preferences = AsyncOrganizationsPreferencesArea(connection)
        self.rule_packs = AsyncOrganizationsRulePacksArea(connection)
        self.identity_provider = AsyncOrganizationsIdentityProviderArea(connection)
        self.directory_token = AsyncOrganizationsDirectoryTokenArea(connection)
        self.domains = AsyncOrganizationsDomainsArea(connection)

    async def live(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.LiveFigures:
        """The calls in progress, the calls a second of each account and the open requests, at this moment

        The calls in progress, the calls a second of each account and the open requests, at this moment. Answers with: the figures.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/live`
        """
        return cast("types.LiveFigures", await self._connection.json(OPERATIONS["organizations.live"], {}, options))

    def stream(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncEventStream[types.LiveFigures]:
        """The same figures as server-sent events, once a second

        The same figures as server-sent events, once a second. Answers with: events whose data is `LiveFigures`.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/stream`
        """
        return AsyncEventStream[types.LiveFigures](self._connection, OPERATIONS["organizations.stream"], {}, options)

    async def fair_share(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.FairShare:
        """The share of all calls that were started within a minute, what waits, and why

        The share of all calls that were started within a minute, what waits, and why. Answers with: the share and what waits.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/fair-share`
        """
        return cast("types.FairShare", await self._connection.json(OPERATIONS["organizations.fair-share"], {}, options))

    async def rows(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.RowUsage:
        """What takes the room of the organization's rows in the database, and how to make some

        What takes the room of the organization's rows in the database, and how to make some. Answers with: the last measurement, the largest kind first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/usage/rows`
        """
        return cast("types.RowUsage", await self._connection.json(OPERATIONS["organizations.rows"], {}, options))

    async def retention(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.RetentionPreview:
        """How long each kind of data is kept, and how much of it is removed next

        How long each kind of data is kept, and how much of it is removed next. Answers with: each kind, with what is due now and within a week.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/retention`
        """
        return cast("types.RetentionPreview", await self._connection.json(OPERATIONS["organizations.retention"], {}, options))


class AsyncKeysArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        include_archived: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[builtins.list[types.ApiKey], types.ApiKey]:
        """Every key, by prefix

        Every key, by prefix. Answers with: the keys, newest first; of archived ones the newest 1,000.

        Needs the role admin or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /users/api-keys`
        """
        return AsyncListing[builtins.list[types.ApiKey], types.ApiKey](self._connection, OPERATIONS["keys.list"], {"include_archived": include_archived}, options)

    async def create(
        self,
        *,
        name: str,
        environment: types.Environment | None | Unset = UNSET,
        expires_at: str | None | Unset = UNSET,
        scopes: Sequence[types.Scope] | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.CreatedApiKey:
        """Create a key; its value is shown once

        Create a key; its value is shown once. Answers with: the key with its value.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room

        `POST /users/api-keys`
        """
        return cast("types.CreatedApiKey", await self._connection.json(OPERATIONS["keys.create"], {"name": name, "environment": environment, "expires_at": expires_at, "scopes": scopes}, options))

    async def update(
        self,
        *,
        api_key_id: int,
        expires_at: str | None,
        options: CallOptions | None = None,
    ) -> types.ApiKey:
        """Move a key's end

        Move a key's end. Answers with: the key with its new end.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such key in the organization

        `PATCH /users/api-keys/{api_key_id}`
        """
        return cast("types.ApiKey", await self._connection.json(OPERATIONS["keys.update"], {"api_key_id": api_key_id, "expires_at": expires_at}, options))

    async def archive(
        self,
        *,
        api_key_id: int,
        options: CallOptions | None = None,
    ) -> types.ApiKey:
        """Stop a key

        Stop a key. Answers with: the archived key.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such key in the organization

        `DELETE /users/api-keys/{api_key_id}`
        """
        return cast("types.ApiKey", await self._connection.json(OPERATIONS["keys.archive"], {"api_key_id": api_key_id}, options))

    async def reactivate(
        self,
        *,
        api_key_id: int,
        options: CallOptions | None = None,
    ) -> types.ApiKey:
        """Start a stopped key again

        Start a stopped key again. Answers with: the active key.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such key in the organization
        - 409 (`client_signs_in`, `key_expired`, `key_maker_left`): Its maker is no longer a member, it has expired, or it is of a program that signs in

        `PUT /users/api-keys/{api_key_id}/reactivate`
        """
        return cast("types.ApiKey", await self._connection.json(OPERATIONS["keys.reactivate"], {"api_key_id": api_key_id}, options))

    async def read_sign_in(
        self,
        *,
        request: str,
        options: CallOptions | None = None,
    ) -> types.ClientSignIn:
        """Which program asks to be let in, and what may be given to it

        Which program asks to be let in, and what may be given to it. Answers with: what the page of consent shows.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`client_request_over`, `client_unknown`): The request is none of ours, is older than half an hour, or its client is unknown
        - 403 (`session_needed`): The request came with an API key, and these are programs of a person

        `GET /oauth/sign-in`
        """
        return cast("types.ClientSignIn", await self._connection.json(OPERATIONS["keys.readSignIn"], {"request": request}, options))

    async def let_client_in(
        self,
        *,
        request: str,
        role: types.ClientRole | None | Unset = UNSET,
        environment: types.Environment | None | Unset = UNSET,
        scopes: Sequence[types.Scope] | None | Unset = UNSET,
        days: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.LetInClient:
        """Let a program in that signs in by OAuth; it is a key from then on

        Let a program in that signs in by OAuth; it is a key from then on. Answers with: where the browser brings the code.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`client_request_over`, `client_unknown`): The request is none of ours, is older than half an hour, or its client is unknown
        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 403 (`mcp_not_live`, `role_insufficient`, `session_needed`): A person lets programs in, none further than their own role; live ones are an admin's, where MCP_LIVE is set

        `POST /oauth/sign-in`
        """
        return cast("types.LetInClient", await self._connection.json(OPERATIONS["keys.letClientIn"], {"request": request, "role": role, "environment": environment, "scopes": scopes, "days": days}, options))

    def own_programs(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.OwnPrograms, types.ApiKey]:
        """The programs that oneself has let in

        The programs that oneself has let in. Answers with: those that are not stopped, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`): The request came with an API key, and these are programs of a person

        `GET /oauth/programs`
        """
        return AsyncListing[types.OwnPrograms, types.ApiKey](self._connection, OPERATIONS["keys.ownPrograms"], {}, options)

    async def end_own_program(
        self,
        *,
        api_key_id: int,
        options: CallOptions | None = None,
    ) -> types.ApiKey:
        """Stop a program that oneself has let in

        Stop a program that oneself has let in. Answers with: the stopped program.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`session_needed`): The request came with an API key, and these are programs of a person
        - 404 (`not_found`): The person has let no such program in

        `DELETE /oauth/programs/{api_key_id}`
        """
        return cast("types.ApiKey", await self._connection.json(OPERATIONS["keys.endOwnProgram"], {"api_key_id": api_key_id}, options))


class AsyncTelephonyConfigsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def warnings(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.TelephonyConfigWarnings:
        """How many accounts lack the settings that authenticate their carrier's requests

        How many accounts lack the settings that authenticate their carrier's requests. Answers with: counts by missing setting.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/telephony-config-warnings`
        """
        return cast("types.TelephonyConfigWarnings", await self._connection.json(OPERATIONS["telephony.configs.warnings"], {}, options))

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.TelephonyConfigurationList, types.TelephonyConfigurationListConfiguration]:
        """Every carrier account

        Every carrier account. Answers with: the accounts, oldest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/telephony-configs`
        """
        return AsyncListing[types.TelephonyConfigurationList, types.TelephonyConfigurationListConfiguration](self._connection, OPERATIONS["telephony.configs.list"], {}, options)

    async def create(
        self,
        *,
        name: str,
        config: types.CarrierAccountInput,
        is_default_outbound: bool | None | Unset = UNSET,
        failover: Sequence[types.AccountFollower] | None | Unset = UNSET,
        route: types.AccountRoute | None | Unset = UNSET,
        text_workflow_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.TelephonyConfiguration:
        """Connect a carrier account

        Connect a carrier account. Answers with: the account, secrets masked.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `credentials_refused`, `provider_unavailable`): The carrier refuses the credentials
        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 409 (`made_in_sandbox`, `name_taken`, `number_taken`): The name is taken

        `POST /organizations/telephony-configs`
        """
        return cast("types.TelephonyConfiguration", await self._connection.json(OPERATIONS["telephony.configs.create"], {"name": name, "config": config, "is_default_outbound": is_default_outbound, "failover": failover, "route": route, "text_workflow_id": text_workflow_id}, options))

    async def get(
        self,
        *,
        config_id: int,
        options: CallOptions | None = None,
    ) -> types.TelephonyConfiguration:
        """One carrier account

        One carrier account. Answers with: the account, secrets masked.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such telephony configuration in the organization

        `GET /organizations/telephony-configs/{config_id}`
        """
        return cast("types.TelephonyConfiguration", await self._connection.json(OPERATIONS["telephony.configs.get"], {"config_id": config_id}, options))

    async def update(
        self,
        *,
        config_id: int,
        name: str | None | Unset = UNSET,
        failover: Sequence[types.AccountFollower] | None | Unset = UNSET,
        route: types.AccountRoute | None | Unset = UNSET,
        text_workflow_id: int | None | Unset = UNSET,
        clear_text_workflow: bool | None | Unset = UNSET,
        config: types.CarrierAccountInput | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.TelephonyConfiguration:
        """Change a carrier account

        Change a carrier account. Answers with: the changed account.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `credentials_refused`, `provider_fixed`): Another provider, or the carrier refuses the credentials
        - 404 (`not_found`): No such telephony configuration in the organization
        - 409 (`changed_meanwhile`, `configuration_in_use`, `made_in_sandbox`, `name_taken`, `number_taken`): The name is taken, somebody else changed the account meanwhile, or calls or rented numbers are on it and it would become another account of the carrier

        `PUT /organizations/telephony-configs/{config_id}`
        """
        return cast("types.TelephonyConfiguration", await self._connection.json(OPERATIONS["telephony.configs.update"], {"config_id": config_id, "name": name, "failover": failover, "route": route, "text_workflow_id": text_workflow_id, "clear_text_workflow": clear_text_workflow, "config": config}, options))

    async def delete(
        self,
        *,
        config_id: int,
        options: CallOptions | None = None,
    ) -> types.TelephonyConfigsDeleteAnswer:
        """Disconnect a carrier account

        Disconnect a carrier account. Answers with: it is deleted with its numbers.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such telephony configuration in the organization
        - 409 (`configuration_in_use`, `last_simulator`): A campaign, a call or a rented number uses it, or it is the last simulator

        `DELETE /organizations/telephony-configs/{config_id}`
        """
        return cast("types.TelephonyConfigsDeleteAnswer", await self._connection.json(OPERATIONS["telephony.configs.delete"], {"config_id": config_id}, options))

    async def set_default_outbound(
        self,
        *,
        config_id: int,
        options: CallOptions | None = None,
    ) -> types.TelephonyConfiguration:
        """Make this the account used by outbound calls

        Make this the account used by outbound calls. Answers with: the default account.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such telephony configuration in the organization

        `POST /organizations/telephony-configs/{config_id}/set-default-outbound`
        """
        return cast("types.TelephonyConfiguration", await self._connection.json(OPERATIONS["telephony.configs.setDefaultOutbound"], {"config_id": config_id}, options))

    async def reactivate(
        self,
        *,
        config_id: int,
        options: CallOptions | None = None,
    ) -> types.TelephonyConfiguration:
        """Reactivate an account that its carrier refused

        Reactivate an account that its carrier refused. Answers with: the account, which the carrier accepts.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`credentials_refused`): The carrier still refuses it
        - 404 (`not_found`): No such telephony configuration in the organization
        - 502 (`carrier_unreachable`): The carrier cannot be asked

        `POST /organizations/telephony-configs/{config_id}/reactivate`
        """
        return cast("types.TelephonyConfiguration", await self._connection.json(OPERATIONS["telephony.configs.reactivate"], {"config_id": config_id}, options))


class AsyncTelephonySandboxSimulatorArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.SandboxSimulator:
        """How the simulated carrier of the organization's sandbox behaves

        How the simulated carrier of the organization's sandbox behaves. Answers with: its manners.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /sandbox/simulator`
        """
        return cast("types.SandboxSimulator", await self._connection.json(OPERATIONS["telephony.sandboxSimulator.get"], {}, options))

    async def set(
        self,
        *,
        manners: types.SandboxManners | None,
        options: CallOptions | None = None,
    ) -> types.SandboxSimulator:
        """Set what the simulated carrier of the organization's sandbox does wrong, and who answers

        Set what the simulated carrier of the organization's sandbox does wrong, and who answers. Answers with: its manners, which bind calls of the sandbox from now on.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        `PUT /sandbox/simulator`
        """
        return cast("types.SandboxSimulator", await self._connection.json(OPERATIONS["telephony.sandboxSimulator.set"], {"manners": manners}, options))


class AsyncTelephonyPhoneNumbersArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        config_id: int,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.PhoneNumberList, types.PhoneNumber]:
        """Numbers on a carrier account

        Numbers on a carrier account. Answers with: the numbers, oldest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such telephony configuration in the organization

        `GET /organizations/telephony-configs/{config_id}/phone-numbers`
        """
        return AsyncListing[types.PhoneNumberList, types.PhoneNumber](self._connection, OPERATIONS["telephony.phoneNumbers.list"], {"config_id": config_id}, options)

    async def create(
        self,
        *,
        config_id: int,
        address: str,
        country_code: str | None | Unset = UNSET,
        label: str | None | Unset = UNSET,
        inbound_workflow_id: int | None | Unset = UNSET,
        text_workflow_id: int | None | Unset = UNSET,
        is_active: bool | None | Unset = UNSET,
        is_default_caller_id: bool | None | Unset = UNSET,
        extra_metadata: types.JsonObject | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.PhoneNumber:
        """Add a number and point it at an agent

        Add a number and point it at an agent. Answers with: the number.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `inactive_caller_id`, `number_not_owned`): The number is neither on the account nor verified, or an inactive number shall be the default caller id
        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such telephony configuration or agent in the organization
        - 409 (`made_in_sandbox`, `name_taken`, `number_taken`): The number is connected already
        - 502 (`number_lookup_failed`): The carrier could not say whether the number is on the account

        `POST /organizations/telephony-configs/{config_id}/phone-numbers`
        """
        return cast("types.PhoneNumber", await self._connection.json(OPERATIONS["telephony.phoneNumbers.create"], {"config_id": config_id, "address": address, "country_code": country_code, "label": label, "inbound_workflow_id": inbound_workflow_id, "text_workflow_id": text_workflow_id, "is_active": is_active, "is_default_caller_id": is_default_caller_id, "extra_metadata": extra_metadata}, options))

    async def get(
        self,
        *,
        config_id: int,
        phone_number_id: int,
        options: CallOptions | None = None,
    ) -> types.PhoneNumber:
        """One number

        One number. Answers with: the number.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such number on that configuration in the organization

        `GET /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}`
        """
        return cast("types.PhoneNumber", await self._connection.json(OPERATIONS["telephony.phoneNumbers.get"], {"config_id": config_id, "phone_number_id": phone_number_id}, options))

    async def update(
        self,
        *,
        config_id: int,
        phone_number_id: int,
        label: str | None | Unset = UNSET,
        inbound_workflow_id: int | None | Unset = UNSET,
        clear_inbound_workflow: bool | None | Unset = UNSET,
        text_workflow_id: int | None | Unset = UNSET,
        clear_text_workflow: bool | None | Unset = UNSET,
        versions: Sequence[types.VersionWeight] | None | Unset = UNSET,
        clear_versions: bool | None | Unset = UNSET,
        is_active: bool | None | Unset = UNSET,
        country_code: str | None | Unset = UNSET,
        extra_metadata: types.JsonObject | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.PhoneNumber:
        """Repoint or rename a number

        Repoint or rename a number. Answers with: the changed number.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `number_not_verified`): The number is no longer verified
        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such number on that configuration, or no such agent, in the organization
        - 409 (`made_in_sandbox`, `number_released`): The number was given back

        `PUT /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}`
        """
        return cast("types.PhoneNumber", await self._connection.json(OPERATIONS["telephony.phoneNumbers.update"], {"config_id": config_id, "phone_number_id": phone_number_id, "label": label, "inbound_workflow_id": inbound_workflow_id, "clear_inbound_workflow": clear_inbound_workflow, "text_workflow_id": text_workflow_id, "clear_text_workflow": clear_text_workflow, "versions": versions, "clear_versions": clear_versions, "is_active": is_active, "country_code": country_code, "extra_metadata": extra_metadata}, options))

    async def delete(
        self,
        *,
        config_id: int,
        phone_number_id: int,
        options: CallOptions | None = None,
    ) -> types.TelephonyPhoneNumbersDeleteAnswer:
        """Remove a number

        Remove a number. Answers with: it is deleted.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such number on that configuration in the organization
        - 409 (`number_rented`): It is rented through the platform: release it
        - 502 (`number_detach_failed`): The carrier could not be updated, so the number stays

        `DELETE /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}`
        """
        return cast("types.TelephonyPhoneNumbersDeleteAnswer", await self._connection.json(OPERATIONS["telephony.phoneNumbers.delete"], {"config_id": config_id, "phone_number_id": phone_number_id}, options))

    async def set_default_caller(
        self,
        *,
        config_id: int,
        phone_number_id: int,
        options: CallOptions | None = None,
    ) -> types.PhoneNumber:
        """Make this the default caller id

        Make this the default caller id. Answers with: the default caller id.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`inactive_caller_id`): The number is inactive
        - 404 (`not_found`): No such number on that configuration in the organization

        `POST /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller`
        """
        return cast("types.PhoneNumber", await self._connection.json(OPERATIONS["telephony.phoneNumbers.setDefaultCaller"], {"config_id": config_id, "phone_number_id": phone_number_id}, options))


class AsyncTelephonyArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.configs = AsyncTelephonyConfigsArea(connection)
        self.sandbox_simulator = AsyncTelephonySandboxSimulatorArea(connection)
        self.phone_numbers = AsyncTelephonyPhoneNumbersArea(connection)

    def providers(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.TelephonyProviders, types.TelephonyProvidersProvider]:
        """The carriers, and what each needs

        The carriers, and what each needs. Answers with: the carriers.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/telephony-providers/metadata`
        """
        return AsyncListing[types.TelephonyProviders, types.TelephonyProvidersProvider](self._connection, OPERATIONS["telephony.providers"], {}, options)


class AsyncNumbersVerifiedArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.VerifiedNumberList, types.VerifiedNumber]:
        """Numbers that the business has declared, or a carrier has found, to be its own

        Numbers that the business has declared, or a carrier has found, to be its own. Answers with: the numbers, oldest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /verified-numbers`
        """
        return AsyncListing[types.VerifiedNumberList, types.VerifiedNumber](self._connection, OPERATIONS["numbers.verified.list"], {}, options)

    def options(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.VerificationOptions, types.VerificationOptionsMethod]:
        """How a number can be verified

        How a number can be verified. Answers with: the methods.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /verified-numbers/options`
        """
        return AsyncListing[types.VerificationOptions, types.VerificationOptionsMethod](self._connection, OPERATIONS["numbers.verified.options"], {}, options)

    async def start(
        self,
        *,
        phone_number: str,
        method: types.VerificationMethod | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.StartedVerification:
        """Start verifying a number, by a call

        Start verifying a number, by a call. Answers with: the number is being called.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`invalid_number`, `telephony_not_configured`, `telephony_not_ready`, `verification_not_offered`): The account or the number prevents it; code says which
        - 404 (`telephony_configuration_not_found`, `verification_not_found`): No such telephony configuration in the organization
        - 409 (`already_verified`): It is verified already
        - 502 (`call_failed`, `call_rejected`): The carrier refused, in its own words
        - 503 (`unavailable`): The workflow engine is not reachable; nobody was called

        `POST /verified-numbers/start`
        """
        return cast("types.StartedVerification", await self._connection.json(OPERATIONS["numbers.verified.start"], {"phone_number": phone_number, "method": method, "telephony_configuration_id": telephony_configuration_id}, options))

    async def confirm(
        self,
        *,
        phone_number: str,
        code: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.VerifiedNumber:
        """Confirm a number with the code

        Confirm a number with the code. Answers with: it is verified.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`carrier_refused`, `not_verified_yet`, `wrong_code`): The code is wrong
        - 404 (`telephony_configuration_not_found`, `verification_not_found`): No verification of this number was started
        - 409 (`too_many_tries`, `verification_expired`, `verification_over`): The verification is over: expired, or too many tries
        - 502 (`carrier_failed`): The carrier cannot be asked

        `POST /verified-numbers/confirm`
        """
        return cast("types.VerifiedNumber", await self._connection.json(OPERATIONS["numbers.verified.confirm"], {"phone_number": phone_number, "code": code}, options))

    async def remove(
        self,
        *,
        phone_number: str,
        options: CallOptions | None = None,
    ) -> types.NumbersVerifiedRemoveAnswer:
        """Remove a verified number; it is no caller id from then on

        Remove a verified number; it is no caller id from then on. Answers with: it is removed.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such verified number in the organization

        `DELETE /verified-numbers/{phone_number}`
        """
        return cast("types.NumbersVerifiedRemoveAnswer", await self._connection.json(OPERATIONS["numbers.verified.remove"], {"phone_number": phone_number}, options))


class AsyncNumbersMissedArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        since: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.MissedCalls, types.MissedCall]:
        """Callers who rang and were not answered

        Callers who rang and were not answered. Answers with: one page, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /missed-calls`
        """
        return AsyncListing[types.MissedCalls, types.MissedCall](self._connection, OPERATIONS["numbers.missed.list"], {"since": since, "cursor": cursor, "limit": limit}, options)


class AsyncNumbersArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.verified = AsyncNumbersVerifiedArea(connection)
        self.missed = AsyncNumbersMissedArea(connection)

    async def search(
        self,
        *,
        country: str,
        type: types.NumbersSearchBodyType | None | Unset = UNSET,
        contains: str | None | Unset = UNSET,
        limit: int | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.AvailableNumbers:
        """Find numbers that the account's carrier rents out

        Find numbers that the account's carrier rents out. Answers with: the numbers that can be rented now.

        Needs the role operator or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 400 (`carrier_refused`, `numbers_not_offered`, `telephony_not_configured`, `telephony_not_ready`): No account, or its carrier has no numbers
        - 404 (`telephony_configuration_not_found`): No such telephony configuration in the organization
        - 502 (`carrier_failed`): The carrier cannot be asked

        `POST /managed-numbers/search`
        """
        return cast("types.AvailableNumbers", await self._connection.json(OPERATIONS["numbers.search"], {"country": country, "type": type, "contains": contains, "limit": limit, "telephony_configuration_id": telephony_configuration_id}, options))

    def list(
        self,
        *,
        include_released: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.PhoneNumberList, types.PhoneNumber]:
        """The numbers that the organization rents, on all of its accounts

        The numbers that the organization rents, on all of its accounts. Answers with: the numbers, oldest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /managed-numbers`
        """
        return AsyncListing[types.PhoneNumberList, types.PhoneNumber](self._connection, OPERATIONS["numbers.list"], {"include_released": include_released}, options)

    async def provision(
        self,
        *,
        phone_number: str,
        workflow_id: int | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.PhoneNumber:
        """Rent a number; repeating the request rents nothing twice

        Rent a number; repeating the request rents nothing twice. Answers with: the number, also when it was rented before.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`carrier_refused`, `numbers_not_offered`, `telephony_not_configured`, `telephony_not_ready`): No account, or its carrier has no numbers
        - 402 (`rent_refused`): The carrier does not rent it to this account: funds, permission, documents
        - 404 (`not_found`, `telephony_configuration_not_found`): No such telephony configuration or agent in the organization
        - 409 (`made_in_sandbox`, `number_owned`, `number_taken`, `number_unavailable`): Somebody else has it, or it is on the account already
        - 502 (`carrier_failed`, `rent_failed`, `rent_undecided`): The carrier cannot be asked, or has not said yet whether it rented the number
        - 503 (`unavailable`): The workflow engine is not reachable; nothing was rented

        `POST /managed-numbers`
        """
        return cast("types.PhoneNumber", await self._connection.json(OPERATIONS["numbers.provision"], {"phone_number": phone_number, "workflow_id": workflow_id, "telephony_configuration_id": telephony_configuration_id}, options))

    async def release(
        self,
        *,
        phone_number_id: int,
        options: CallOptions | None = None,
    ) -> types.PhoneNumber:
        """Give a rented number back; it takes no calls from then on

        Give a rented number back; it takes no calls from then on. Answers with: the number; `released_at` is null until its carrier has confirmed the release.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such number in the organization
        - 409 (`number_not_rented`): It was not rented through the platform
        - 502 (`release_refused`): The carrier keeps it, in its own words
        - 503 (`unavailable`): The workflow engine is not reachable; ask again

        `POST /managed-numbers/{phone_number_id}/release`
        """
        return cast("types.PhoneNumber", await self._connection.json(OPERATIONS["numbers.release"], {"phone_number_id": phone_number_id}, options))


class AsyncAgentsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(
        self,
        *,
        name: str,
        folder_id: int | None | Unset = UNSET,
        workflow_definition: types.AgentDefinition | None | Unset = UNSET,
        definition: types.AgentDefinition | None | Unset = UNSET,
        disposition_codes: Sequence[str] | None | Unset = UNSET,
        call_disposition_codes: types.DispositionCodesInput | None | Unset = UNSET,
        workflow_configurations: types.AgentConfigurations | None | Unset = UNSET,
        template_context_variables: types.JsonObject | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Agent:
        """Create an agent from a definition; version 1 is published at once

        Create an agent from a definition; version 1 is published at once. Answers with: the agent.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such channel in the organization
        - 409 (`invalid_definition`, `trigger_path_taken`): The trigger path is in use
        - 422 (`invalid_definition`, `validation_error`): Validation error, or the definition cannot take calls

        `POST /workflows/create/definition`
        """
        return cast("types.Agent", await self._connection.json(OPERATIONS["agents.create"], {"name": name, "folder_id": folder_id, "workflow_definition": workflow_definition, "definition": definition, "disposition_codes": disposition_codes, "call_disposition_codes": call_disposition_codes, "workflow_configurations": workflow_configurations, "template_context_variables": template_context_variables}, options))

    def list(
        self,
        *,
        status: types.AgentStatus | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[builtins.list[types.AgentListItem], types.AgentListItem]:
        """Every agent, without its definition

        Every agent, without its definition. Answers with: the agents, newest first; of archived ones the newest 1,000.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /workflows`
        """
        return AsyncListing[builtins.list[types.AgentListItem], types.AgentListItem](self._connection, OPERATIONS["agents.list"], {"status": status}, options)

    async def count(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.AgentsCountAnswer:
        """How many agents there are

        How many agents there are. Answers with: the counts.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /workflows/count`
        """
        return cast("types.AgentsCountAnswer", await self._connection.json(OPERATIONS["agents.count"], {}, options))

    def summary(
        self,
        *,
        status: types.AgentStatus | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[builtins.list[types.AgentsSummaryAnswerItem], types.AgentsSummaryAnswerItem]:
        """Every agent by id and name

        Every agent by id and name. Answers with: the names, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /workflows/summary`
        """
        return AsyncListing[builtins.list[types.AgentsSummaryAnswerItem], types.AgentsSummaryAnswerItem](self._connection, OPERATIONS["agents.summary"], {"status": status}, options)

    async def get(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> types.Agent:
        """One agent, with its draft or else its published version

        One agent, with its draft or else its published version. Answers with: the agent.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent in the organization

        `GET /workflows/{workflow_id}`
        """
        return cast("types.Agent", await self._connection.json(OPERATIONS["agents.get"], {"workflow_id": workflow_id}, options))

    async def update(
        self,
        *,
        workflow_id: int,
        name: str | None | Unset = UNSET,
        publish_needs_rehearsal: bool | None | Unset = UNSET,
        workflow_definition: types.AgentDefinition | None | Unset = UNSET,
        definition: types.AgentDefinition | None | Unset = UNSET,
        disposition_codes: Sequence[str] | None | Unset = UNSET,
        call_disposition_codes: types.DispositionCodesInput | None | Unset = UNSET,
        workflow_configurations: types.AgentConfigurations | None | Unset = UNSET,
        template_context_variables: types.JsonObject | None | Unset = UNSET,
        expected_digest: str | None | Unset = UNSET,
        expected_settings_digest: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Agent:
        """Rename an agent, or write its draft

        Rename an agent, or write its draft. Answers with: the agent.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent in the organization
        - 409 (`definition_changed`, `invalid_definition`, `settings_changed`, `trigger_path_taken`): The definition cannot take calls, its trigger path is in use, or somebody has changed it since

        `PUT /workflows/{workflow_id}`
        """
        return cast("types.Agent", await self._connection.json(OPERATIONS["agents.update"], {"workflow_id": workflow_id, "name": name, "publish_needs_rehearsal": publish_needs_rehearsal, "workflow_definition": workflow_definition, "definition": definition, "disposition_codes": disposition_codes, "call_disposition_codes": call_disposition_codes, "workflow_configurations": workflow_configurations, "template_context_variables": template_context_variables, "expected_digest": expected_digest, "expected_settings_digest": expected_settings_digest}, options))

    async def publish(
        self,
        *,
        workflow_id: int,
        expected_digest: str | None | Unset = UNSET,
        override_reason: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Agent:
        """Make the draft the version that calls run

        Make the draft the version that calls run. Answers with: the agent.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 403 (`owner_needed`, `sandbox_key`): Only an owner may publish without the rehearsal that the agent needs
        - 404 (`not_found`): No such agent in the organization
        - 409 (`definition_changed`, `invalid_definition`, `rehearsal_needed`, `rehearsal_red`, `settings_changed`, `trigger_path_taken`): The version has to be rehearsed or is red, the trigger path is in use, or somebody has changed the agent since
        - 422 (`invalid_definition`, `validation_error`): Validation error, or the definition cannot take calls

        `POST /workflows/{workflow_id}/publish`
        """
        return cast("types.Agent", await self._connection.json(OPERATIONS["agents.publish"], {"workflow_id": workflow_id, "expected_digest": expected_digest, "override_reason": override_reason}, options))

    async def create_draft(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> types.AgentVersion:
        """The draft; a copy of the published version when there is none

        The draft; a copy of the published version when there is none. Answers with: the draft.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent in the organization

        `POST /workflows/{workflow_id}/create-draft`
        """
        return cast("types.AgentVersion", await self._connection.json(OPERATIONS["agents.createDraft"], {"workflow_id": workflow_id}, options))

    def versions(
        self,
        *,
        workflow_id: int,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        version_number: int | Unset = UNSET,
        definition_id: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[builtins.list[types.AgentVersion], types.AgentVersion]:
        """The versions of an agent

        The versions of an agent. Answers with: the versions, newest first; a page ends early where their definitions come to more than 8 MB: ask on with `offset`.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent in the organization

        `GET /workflows/{workflow_id}/versions`
        """
        return AsyncListing[builtins.list[types.AgentVersion], types.AgentVersion](self._connection, OPERATIONS["agents.versions"], {"workflow_id": workflow_id, "limit": limit, "offset": offset, "version_number": version_number, "definition_id": definition_id}, options)

    async def validate(
        self,
        *,
        workflow_id: int,
        workflow_definition: types.AgentDefinition | None | Unset = UNSET,
        definition: types.AgentDefinition | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.AgentValidation:
        """Check the definition in the body, or else the agent's own; nothing is changed

        Check the definition in the body, or else the agent's own; nothing is changed. Answers with: whether it can take calls, and every fault.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent in the organization

        `POST /workflows/{workflow_id}/validate`
        """
        return cast("types.AgentValidation", await self._connection.json(OPERATIONS["agents.validate"], {"workflow_id": workflow_id, "workflow_definition": workflow_definition, "definition": definition}, options))

    async def duplicate(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> types.Agent:
        """Copy an agent

        Copy an agent. Answers with: the new agent.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such agent in the organization
        - 422 (`invalid_definition`, `validation_error`): Validation error, or the definition cannot take calls

        `POST /workflows/{workflow_id}/duplicate`
        """
        return cast("types.Agent", await self._connection.json(OPERATIONS["agents.duplicate"], {"workflow_id": workflow_id}, options))

    async def set_status(
        self,
        *,
        workflow_id: int,
        status: types.AgentStatus,
        options: CallOptions | None = None,
    ) -> types.Agent:
        """Archive an agent, or bring it back

        Archive an agent, or bring it back. Answers with: the agent.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such agent in the organization

        `PUT /workflows/{workflow_id}/status`
        """
        return cast("types.Agent", await self._connection.json(OPERATIONS["agents.setStatus"], {"workflow_id": workflow_id, "status": status}, options))

    async def move(
        self,
        *,
        workflow_id: int,
        folder_id: int | None,
        options: CallOptions | None = None,
    ) -> types.AgentListItem:
        """Put an agent into a channel, or into none

        Put an agent into a channel, or into none. Answers with: the agent, without its definition.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent or channel in the organization

        `PUT /workflows/{workflow_id}/folder`
        """
        return cast("types.AgentListItem", await self._connection.json(OPERATIONS["agents.move"], {"workflow_id": workflow_id, "folder_id": folder_id}, options))

    async def webhook_secret(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> types.AgentWebhookSecret:
        """The secret that webhooks of the agent's nodes are signed with

        The secret that webhooks of the agent's nodes are signed with. Answers with: the secret.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such agent in the organization

        `GET /workflows/{workflow_id}/webhook-secret`
        """
        return cast("types.AgentWebhookSecret", await self._connection.json(OPERATIONS["agents.webhookSecret"], {"workflow_id": workflow_id}, options))

    async def node_types(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.AgentsNodeTypesAnswer:
        """The node types of which a definition is made

        The node types of which a definition is made. Answers with: the node types.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /node-types`
        """
        return cast("types.AgentsNodeTypesAnswer", await self._connection.json(OPERATIONS["agents.nodeTypes"], {}, options))

    async def node_type(
        self,
        *,
        name: str,
        options: CallOptions | None = None,
    ) -> types.NodeType:
        """One node type

        One node type. Answers with: the node type.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): There is no such node type

        `GET /node-types/{name}`
        """
        return cast("types.NodeType", await self._connection.json(OPERATIONS["agents.nodeType"], {"name": name}, options))


class AsyncScenariosArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ScenarioList, types.Scenario]:
        """The scenarios of an agent, and what playing all of them may be expected to cost

        The scenarios of an agent, and what playing all of them may be expected to cost. Answers with: the scenarios, oldest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent in the organization

        `GET /workflows/{workflow_id}/scenarios`
        """
        return AsyncListing[types.ScenarioList, types.Scenario](self._connection, OPERATIONS["scenarios.list"], {"workflow_id": workflow_id}, options)

    async def create(
        self,
        *,
        workflow_id: int,
        name: str,
        caller: types.ScenariosCreateBodyCaller,
        context: types.JsonObject | None | Unset = UNSET,
        direction: types.CallDirection | None | Unset = UNSET,
        answered_by: types.Detection | None | Unset = UNSET,
        now: str | Unset = UNSET,
        timezone: str | Unset = UNSET,
        tools: types.ScenariosCreateBodyTools | None | Unset = UNSET,
        documents: Literal["real"] | Sequence[types.ReplacedDocumentInput] | None | Unset = UNSET,
        transfer: types.TransferResult | None | Unset = UNSET,
        checks: Sequence[types.ScenariosCreateBodyCheck] | None | Unset = UNSET,
        runs: int | None | Unset = UNSET,
        must_pass: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Scenario:
        """Add a scenario to an agent: a caller, what its tools answer, and what is expected

        Add a scenario to an agent: a caller, what its tools answer, and what is expected. Answers with: the scenario.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`): The agent has as many scenarios as it may
        - 404 (`not_found`): No such agent in the organization
        - 409 (`scenario_name_taken`): The agent has another scenario with this name

        `POST /workflows/{workflow_id}/scenarios`
        """
        return cast("types.Scenario", await self._connection.json(OPERATIONS["scenarios.create"], {"workflow_id": workflow_id, "name": name, "caller": caller, "context": context, "direction": direction, "answered_by": answered_by, "now": now, "timezone": timezone, "tools": tools, "documents": documents, "transfer": transfer, "checks": checks, "runs": runs, "must_pass": must_pass}, options))

    async def create_from_run(
        self,
        *,
        workflow_id: int,
        run_id: int,
        name: str | None | Unset = UNSET,
        runs: int | None | Unset = UNSET,
        must_pass: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Scenario:
        """Make a scenario of a call or a test in writing; people and their numbers are replaced by made-up ones

        Make a scenario of a call or a test in writing; people and their numbers are replaced by made-up ones. Answers with: the scenario.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`): The agent has as many scenarios as it may
        - 404 (`not_found`): No such agent, or no such run of it
        - 409 (`no_conversation`, `scenario_name_taken`): The agent has another scenario with this name, or the run has no words to make it of

        `POST /workflows/{workflow_id}/scenarios/from-run/{run_id}`
        """
        return cast("types.Scenario", await self._connection.json(OPERATIONS["scenarios.createFromRun"], {"workflow_id": workflow_id, "run_id": run_id, "name": name, "runs": runs, "must_pass": must_pass}, options))

    async def create_from_document(
        self,
        *,
        workflow_id: int,
        document_uuid: str,
        options: CallOptions | None = None,
    ) -> types.ScenarioImport:
        """Make scenarios of the questions that callers ask about a document; a language model writes them

        Make scenarios of the questions that callers ask about a document; a language model writes them. Answers with: what was made, ten at most.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`): The agent would have more scenarios than it may
        - 404 (`not_found`): No such agent in the organization
        - 409 (`document_not_readable`, `model_needed`): There is no language model, or the agent does not read the document
        - 502 (`model_invalid_answer`, `model_rate_limited`, `model_refused`, `model_timeout`, `model_unauthorized`, `model_unavailable`): The model did not answer, in its own words

        `POST /workflows/{workflow_id}/scenarios/from-document/{document_uuid}`
        """
        return cast("types.ScenarioImport", await self._connection.json(OPERATIONS["scenarios.createFromDocument"], {"workflow_id": workflow_id, "document_uuid": document_uuid}, options))

    async def import_(
        self,
        *,
        workflow_id: int,
        yaml: str,
        options: CallOptions | None = None,
    ) -> types.ScenarioImport:
        """Take scenarios from YAML: one with the name of another of the agent's rewrites it

        Take scenarios from YAML: one with the name of another of the agent's rewrites it. Answers with: what is there now.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`): The agent would have more scenarios than it may
        - 404 (`not_found`): No such agent in the organization

        `POST /workflows/{workflow_id}/scenarios/import`
        """
        return cast("types.ScenarioImport", await self._connection.json(OPERATIONS["scenarios.import"], {"workflow_id": workflow_id, "yaml": yaml}, options))

    async def export(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> bytes:
        """The scenarios of an agent as YAML, to be kept beside its code

        The scenarios of an agent as YAML, to be kept beside its code. Answers with: one document for each scenario, oldest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent in the organization

        `GET /workflows/{workflow_id}/scenarios/export`
        """
        return await self._connection.file(OPERATIONS["scenarios.export"], {"workflow_id": workflow_id}, options)

    def personas(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ReadyPersonas, types.ReadyPersona]:
        """The callers that are ready to use: a scenario names one, and a language model plays it

        The callers that are ready to use: a scenario names one, and a language model plays it. Answers with: the ready personas.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /personas`
        """
        return AsyncListing[types.ReadyPersonas, types.ReadyPersona](self._connection, OPERATIONS["scenarios.personas"], {}, options)

    async def get(
        self,
        *,
        workflow_id: int,
        scenario_id: int,
        options: CallOptions | None = None,
    ) -> types.Scenario:
        """One scenario

        One scenario. Answers with: the scenario.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent or scenario in the organization

        `GET /workflows/{workflow_id}/scenarios/{scenario_id}`
        """
        return cast("types.Scenario", await self._connection.json(OPERATIONS["scenarios.get"], {"workflow_id": workflow_id, "scenario_id": scenario_id}, options))

    async def update(
        self,
        *,
        workflow_id: int,
        scenario_id: int,
        name: str,
        caller: types.ScenariosUpdateBodyCaller,
        context: types.JsonObject | None | Unset = UNSET,
        direction: types.CallDirection | None | Unset = UNSET,
        answered_by: types.Detection | None | Unset = UNSET,
        now: str | Unset = UNSET,
        timezone: str | Unset = UNSET,
        tools: types.ScenariosUpdateBodyTools | None | Unset = UNSET,
        documents: Literal["real"] | Sequence[types.ReplacedDocumentInput] | None | Unset = UNSET,
        transfer: types.TransferResult | None | Unset = UNSET,
        checks: Sequence[types.ScenariosUpdateBodyCheck] | None | Unset = UNSET,
        runs: int | None | Unset = UNSET,
        must_pass: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Scenario:
        """Rewrite a scenario

        Rewrite a scenario. Answers with: the scenario.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent or scenario in the organization
        - 409 (`scenario_name_taken`): The agent has another scenario with this name

        `PUT /workflows/{workflow_id}/scenarios/{scenario_id}`
        """
        return cast("types.Scenario", await self._connection.json(OPERATIONS["scenarios.update"], {"workflow_id": workflow_id, "scenario_id": scenario_id, "name": name, "caller": caller, "context": context, "direction": direction, "answered_by": answered_by, "now": now, "timezone": timezone, "tools": tools, "documents": documents, "transfer": transfer, "checks": checks, "runs": runs, "must_pass": must_pass}, options))

    async def delete(
        self,
        *,
        workflow_id: int,
        scenario_id: int,
        options: CallOptions | None = None,
    ) -> types.ScenarioDeleted:
        """Delete a scenario; its results stay

        Delete a scenario; its results stay. Answers with: it is deleted.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent or scenario in the organization

        `DELETE /workflows/{workflow_id}/scenarios/{scenario_id}`
        """
        return cast("types.ScenarioDeleted", await self._connection.json(OPERATIONS["scenarios.delete"], {"workflow_id": workflow_id, "scenario_id": scenario_id}, options))


class AsyncRehearsalsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        workflow_id: int,
        limit: int | Unset = UNSET,
        cursor: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.RehearsalList, types.RehearsalListItem]:
        """The rehearsals of an agent

        The rehearsals of an agent. Answers with: a page of the rehearsals, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent in the organization

        `GET /workflows/{workflow_id}/rehearsals`
        """
        return AsyncListing[types.RehearsalList, types.RehearsalListItem](self._connection, OPERATIONS["rehearsals.list"], {"workflow_id": workflow_id, "limit": limit, "cursor": cursor}, options)

    async def create(
        self,
        *,
        workflow_id: int,
        version: int | None | Unset = UNSET,
        scenario_ids: Sequence[int] | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Rehearsal:
        """Rehearse an agent: play its scenarios; nothing is dialled or sent

        Rehearse an agent: play its scenarios; nothing is dialled or sent. Answers with: the rehearsal, which goes on.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent in the organization
        - 409 (`invalid_definition`, `model_needed`, `nothing_to_rehearse`, `rehearsals_under_way`): There is no scenario, too many rehearsals are under way, or the version cannot take calls

        `POST /workflows/{workflow_id}/rehearsals`
        """
        return cast("types.Rehearsal", await self._connection.json(OPERATIONS["rehearsals.create"], {"workflow_id": workflow_id, "version": version, "scenario_ids": scenario_ids}, options))

    async def get(
        self,
        *,
        workflow_id: int,
        rehearsal_id: int,
        options: CallOptions | None = None,
    ) -> types.Rehearsal:
        """One rehearsal with its conversations and their checks

        One rehearsal with its conversations and their checks. Answers with: the rehearsal.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent or rehearsal in the organization

        `GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}`
        """
        return cast("types.Rehearsal", await self._connection.json(OPERATIONS["rehearsals.get"], {"workflow_id": workflow_id, "rehearsal_id": rehearsal_id}, options))

    async def conversation(
        self,
        *,
        workflow_id: int,
        rehearsal_id: int,
        conversation_id: int,
        options: CallOptions | None = None,
    ) -> types.RehearsedConversation:
        """One conversation of a rehearsal with every word

        One conversation of a rehearsal with every word. Answers with: the conversation.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent, rehearsal or conversation in the organization

        `GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}/conversations/{conversation_id}`
        """
        return cast("types.RehearsedConversation", await self._connection.json(OPERATIONS["rehearsals.conversation"], {"workflow_id": workflow_id, "rehearsal_id": rehearsal_id, "conversation_id": conversation_id}, options))

    async def junit(
        self,
        *,
        workflow_id: int,
        rehearsal_id: int,
        options: CallOptions | None = None,
    ) -> bytes:
        """A rehearsal as JUnit XML, for continuous integration

        A rehearsal as JUnit XML, for continuous integration. Answers with: the report, one test case for each conversation.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent or rehearsal in the organization

        `GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}/junit`
        """
        return await self._connection.file(OPERATIONS["rehearsals.junit"], {"workflow_id": workflow_id, "rehearsal_id": rehearsal_id}, options)

    async def run_again(
        self,
        *,
        workflow_id: int,
        rehearsal_id: int,
        options: CallOptions | None = None,
    ) -> types.Rehearsal:
        """Rehearse again what was not green, as it is now

        Rehearse again what was not green, as it is now. Answers with: the new rehearsal, which goes on.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent or rehearsal in the organization
        - 409 (`invalid_definition`, `model_needed`, `nothing_red`, `rehearsals_under_way`): Nothing was red, too many rehearsals are under way, or the agent cannot take calls

        `POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/run-again`
        """
        return cast("types.Rehearsal", await self._connection.json(OPERATIONS["rehearsals.runAgain"], {"workflow_id": workflow_id, "rehearsal_id": rehearsal_id}, options))

    async def pause(
        self,
        *,
        workflow_id: int,
        rehearsal_id: int,
        options: CallOptions | None = None,
    ) -> types.Rehearsal:
        """Begin no further conversation of a rehearsal

        Begin no further conversation of a rehearsal. Answers with: the rehearsal.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent or rehearsal in the organization
        - 409 (`rehearsal_over`): The rehearsal is over
        - 503 (`unavailable`): The rehearsal has not answered in time

        `POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/pause`
        """
        return cast("types.Rehearsal", await self._connection.json(OPERATIONS["rehearsals.pause"], {"workflow_id": workflow_id, "rehearsal_id": rehearsal_id}, options))

    async def resume(
        self,
        *,
        workflow_id: int,
        rehearsal_id: int,
        options: CallOptions | None = None,
    ) -> types.Rehearsal:
        """Go on with a paused rehearsal

        Go on with a paused rehearsal. Answers with: the rehearsal.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent or rehearsal in the organization
        - 409 (`rehearsal_over`): The rehearsal is over
        - 503 (`unavailable`): The rehearsal has not answered in time

        `POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/resume`
        """
        return cast("types.Rehearsal", await self._connection.json(OPERATIONS["rehearsals.resume"], {"workflow_id": workflow_id, "rehearsal_id": rehearsal_id}, options))

    async def cancel(
        self,
        *,
        workflow_id: int,
        rehearsal_id: int,
        options: CallOptions | None = None,
    ) -> types.Rehearsal:
        """End a rehearsal; results stay

        End a rehearsal; results stay. Answers with: the rehearsal.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent or rehearsal in the organization
        - 409 (`rehearsal_over`): The rehearsal is over
        - 503 (`unavailable`): The rehearsal has not answered in time

        `POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/cancel`
        """
        return cast("types.Rehearsal", await self._connection.json(OPERATIONS["rehearsals.cancel"], {"workflow_id": workflow_id, "rehearsal_id": rehearsal_id}, options))


class AsyncChannelsMembersArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(
        self,
        *,
        folder_id: int,
        options: CallOptions | None = None,
    ) -> types.ChannelMembers:
        """The people and agents of a channel

        The people and agents of a channel. Answers with: people in the order in which they joined, agents by name.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such channel in the organization

        `GET /folders/{folder_id}/members`
        """
        return cast("types.ChannelMembers", await self._connection.json(OPERATIONS["channels.members.get"], {"folder_id": folder_id}, options))

    async def set(
        self,
        *,
        folder_id: int,
        callees: Sequence[types.ChannelsMembersSetBodyCallee] | None | Unset = UNSET,
        user_ids: Sequence[int] | None | Unset = UNSET,
        workflow_ids: Sequence[int] | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ChannelMembers:
        """Set the people and agents of a channel; they see its requests first and are notified of them

        Set the people and agents of a channel; they see its requests first and are notified of them. Answers with: the channel's people and agents.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such channel in the organization

        `PUT /folders/{folder_id}/members`
        """
        return cast("types.ChannelMembers", await self._connection.json(OPERATIONS["channels.members.set"], {"folder_id": folder_id, "callees": callees, "user_ids": user_ids, "workflow_ids": workflow_ids}, options))


class AsyncChannelsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.members = AsyncChannelsMembersArea(connection)

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[builtins.list[types.Channel], types.Channel]:
        """Every channel

        Every channel. Answers with: the channels, by name.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /folders/`
        """
        return AsyncListing[builtins.list[types.Channel], types.Channel](self._connection, OPERATIONS["channels.list"], {}, options)

    async def create(
        self,
        *,
        name: str,
        options: CallOptions | None = None,
    ) -> types.Channel:
        """Create a channel

        Create a channel. Answers with: the channel.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 409 (`channel_name_taken`): There is a channel of that name

        `POST /folders/`
        """
        return cast("types.Channel", await self._connection.json(OPERATIONS["channels.create"], {"name": name}, options))

    async def rename(
        self,
        *,
        folder_id: int,
        name: str,
        options: CallOptions | None = None,
    ) -> types.Channel:
        """Rename a channel

        Rename a channel. Answers with: the channel.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such channel in the organization
        - 409 (`channel_name_taken`): There is a channel of that name

        `PUT /folders/{folder_id}`
        """
        return cast("types.Channel", await self._connection.json(OPERATIONS["channels.rename"], {"folder_id": folder_id, "name": name}, options))

    async def delete(
        self,
        *,
        folder_id: int,
        options: CallOptions | None = None,
    ) -> types.ChannelsDeleteAnswer:
        """Delete a channel; its agents stay, without one

        Delete a channel; its agents stay, without one. Answers with: it is deleted.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such channel in the organization

        `DELETE /folders/{folder_id}`
        """
        return cast("types.ChannelsDeleteAnswer", await self._connection.json(OPERATIONS["channels.delete"], {"folder_id": folder_id}, options))

    def timeline(
        self,
        *,
        workflow_id: int | Unset = UNSET,
        workflow_run_id: int | Unset = UNSET,
        folder_id: int | Unset = UNSET,
        assistant: bool | Unset = UNSET,
        thread_id: str | Unset = UNSET,
        kinds: Sequence[str] | Unset = UNSET,
        deliverables_only: bool | Unset = UNSET,
        campaign_id: int | Unset = UNSET,
        actor: str | Unset = UNSET,
        q: str | Unset = UNSET,
        include_transcripts: bool | Unset = UNSET,
        from_: str | Unset = UNSET,
        to: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        before_at: str | Unset = UNSET,
        before_id: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.TimelineResponse, types.TimelineEvent]:
        """Everything that happened, newest first; a single call oldest first

        Everything that happened, newest first; a single call oldest first. Answers with: one page of events.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent, call or channel in the organization

        `GET /timeline`
        """
        return AsyncListing[types.TimelineResponse, types.TimelineEvent](self._connection, OPERATIONS["channels.timeline"], {"workflow_id": workflow_id, "workflow_run_id": workflow_run_id, "folder_id": folder_id, "assistant": assistant, "thread_id": thread_id, "kinds": kinds, "deliverables_only": deliverables_only, "campaign_id": campaign_id, "actor": actor, "q": q, "include_transcripts": include_transcripts, "from": from_, "to": to, "limit": limit, "before_at": before_at, "before_id": before_id}, options)

    def timeline_stream(
        self,
        *,
        workflow_id: int | Unset = UNSET,
        workflow_run_id: int | Unset = UNSET,
        folder_id: int | Unset = UNSET,
        assistant: bool | Unset = UNSET,
        thread_id: str | Unset = UNSET,
        kinds: Sequence[str] | Unset = UNSET,
        deliverables_only: bool | Unset = UNSET,
        campaign_id: int | Unset = UNSET,
        actor: str | Unset = UNSET,
        q: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncEventStream[types.TimelineEvent]:
        """New events as server-sent events; with Last-Event-ID the stream continues after that event

        New events as server-sent events; with Last-Event-ID the stream continues after that event. Answers with: events whose data is an event of the timeline; the first is `begin`, which says where the stream starts.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent, call or channel in the organization

        `GET /timeline/stream`
        """
        return AsyncEventStream[types.TimelineEvent](self._connection, OPERATIONS["channels.timeline.stream"], {"workflow_id": workflow_id, "workflow_run_id": workflow_run_id, "folder_id": folder_id, "assistant": assistant, "thread_id": thread_id, "kinds": kinds, "deliverables_only": deliverables_only, "campaign_id": campaign_id, "actor": actor, "q": q}, options)

    async def post(
        self,
        *,
        text: str,
        workflow_id: int | None | Unset = UNSET,
        folder_id: int | None | Unset = UNSET,
        assistant: bool | None | Unset = UNSET,
        thread_id: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.PostedMessage:
        """Write to an agent, a channel or the built-in assistant; the reply is an event of the same thread

        Write to an agent, a channel or the built-in assistant; the reply is an event of the same thread. Answers with: the message is in the timeline.

        Needs the role operator or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`agent_not_ready`): The agent is archived, or nothing of it is published
        - 404 (`not_found`): No such agent, channel or thread in the organization

        `POST /timeline/message`
        """
        return cast("types.PostedMessage", await self._connection.json(OPERATIONS["channels.post"], {"text": text, "workflow_id": workflow_id, "folder_id": folder_id, "assistant": assistant, "thread_id": thread_id}, options))

    async def draft(
        self,
        *,
        workflow_id: int | Unset = UNSET,
        folder_id: int | Unset = UNSET,
        thread_id: str | Unset = UNSET,
        assistant: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Draft:
        """The reply forming while an agent is thinking

        The reply forming while an agent is thinking. Answers with: as far as it is written.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent, channel or thread in the organization

        `GET /timeline/draft`
        """
        return cast("types.Draft", await self._connection.json(OPERATIONS["channels.draft"], {"workflow_id": workflow_id, "folder_id": folder_id, "thread_id": thread_id, "assistant": assistant}, options))

    def draft_stream(
        self,
        *,
        workflow_id: int | Unset = UNSET,
        folder_id: int | Unset = UNSET,
        thread_id: str | Unset = UNSET,
        assistant: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncEventStream[types.Draft]:
        """The reply as server-sent events while it forms, each with everything that is written of it

        The reply as server-sent events while it forms, each with everything that is written of it. Answers with: events whose data is the draft.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent, channel or thread in the organization

        `GET /timeline/draft/stream`
        """
        return AsyncEventStream[types.Draft](self._connection, OPERATIONS["channels.draft.stream"], {"workflow_id": workflow_id, "folder_id": folder_id, "thread_id": thread_id, "assistant": assistant}, options)

    def list_requests(
        self,
        *,
        state: types.RequestState | Unset = UNSET,
        kind: types.RequestKind | Unset = UNSET,
        workflow_id: int | Unset = UNSET,
        event_id: int | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.RequestList, types.ListedRequest]:
        """What agents ask of people: the open requests by their deadline, or those that are over

        What agents ask of people: the open requests by their deadline, or those that are over. Answers with: a page of the requests.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /timeline/requests`
        """
        return AsyncListing[types.RequestList, types.ListedRequest](self._connection, OPERATIONS["channels.listRequests"], {"state": state, "kind": kind, "workflow_id": workflow_id, "event_id": event_id, "page": page, "limit": limit}, options)

    async def action_arguments(
        self,
        *,
        action_event_id: int,
        options: CallOptions | None = None,
    ) -> types.ActionArguments:
        """The arguments of a proposed action, for people who may confirm it

        The arguments of a proposed action, for people who may confirm it. Answers with: the arguments.

        Needs the role operator or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such proposed action in the organization

        `GET /timeline/actions/{action_event_id}/arguments`
        """
        return cast("types.ActionArguments", await self._connection.json(OPERATIONS["channels.actionArguments"], {"action_event_id": action_event_id}, options))

    async def decide(
        self,
        *,
        event_id: int,
        choice: str | None | Unset = UNSET,
        text: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Request:
        """Answer a question an agent asked; the first valid answer wins

        Answer a question an agent asked; the first valid answer wins. Answers with: the request as it is now.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such question in the organization
        - 409 (`request_expired`, `request_settled`): Somebody else was first, or it has expired

        `POST /timeline/decide`
        """
        return cast("types.Request", await self._connection.json(OPERATIONS["channels.decide"], {"event_id": event_id, "choice": choice, "text": text}, options))

    async def settle_action(
        self,
        *,
        event_id: int,
        decision: types.ChannelsSettleActionBodyDecision,
        note: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Request:
        """Confirm, decline or undo an action an agent proposed

        Confirm, decline or undo an action an agent proposed. Answers with: the request as it is now.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such proposed action in the organization
        - 409 (`action_not_undoable`, `action_undone`, `request_expired`, `request_settled`): Somebody else was first, it has expired, or it cannot be undone

        `POST /timeline/actions/settle`
        """
        return cast("types.Request", await self._connection.json(OPERATIONS["channels.settleAction"], {"event_id": event_id, "decision": decision, "note": note}, options))

    async def settle_edit(
        self,
        *,
        event_id: int,
        decision: types.ChannelsSettleEditBodyDecision,
        note: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Request:
        """Publish or discard a change an agent proposed to itself

        Publish or discard a change an agent proposed to itself. Answers with: the request as it is now.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such proposed edit in the organization
        - 409 (`draft_faulty`, `draft_moved`, `rehearsal_needed`, `rehearsal_red`, `request_expired`, `request_settled`): Somebody else was first, it has expired, or the draft has changed

        `POST /timeline/edits/settle`
        """
        return cast("types.Request", await self._connection.json(OPERATIONS["channels.settleEdit"], {"event_id": event_id, "decision": decision, "note": note}, options))

    async def provide_secret(
        self,
        *,
        event_id: int,
        value: str,
        name: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ProvidedSecret:
        """Give an agent the key it asked for, into the credential store

        Give an agent the key it asked for, into the credential store. Answers with: the request, and the credential.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such request in the organization
        - 409 (`request_expired`, `request_settled`): Somebody else was first, or it has expired

        `POST /timeline/secrets/provide`
        """
        return cast("types.ProvidedSecret", await self._connection.json(OPERATIONS["channels.provideSecret"], {"event_id": event_id, "value": value, "name": name}, options))


class AsyncContactsListsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ContactsListsListAnswer, types.ContactList]:
        """Every list

        Every list. Answers with: the lists, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /contact-lists`
        """
        return AsyncListing[types.ContactsListsListAnswer, types.ContactList](self._connection, OPERATIONS["contacts.lists.list"], {}, options)

    async def create(
        self,
        *,
        name: str,
        description: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ContactList:
        """Create a list

        Create a list. Answers with: the empty list.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room

        `POST /contact-lists`
        """
        return cast("types.ContactList", await self._connection.json(OPERATIONS["contacts.lists.create"], {"name": name, "description": description}, options))

    async def update(
        self,
        *,
        contact_list_id: int,
        name: str,
        description: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ContactList:
        """Rename a list

        Rename a list. Answers with: the changed list.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list in the organization

        `PATCH /contact-lists/{contact_list_id}`
        """
        return cast("types.ContactList", await self._connection.json(OPERATIONS["contacts.lists.update"], {"contact_list_id": contact_list_id, "name": name, "description": description}, options))

    async def delete(
        self,
        *,
        contact_list_id: int,
        options: CallOptions | None = None,
    ) -> types.ContactsListsDeleteAnswer:
        """Delete a list with its contacts

        Delete a list with its contacts. Answers with: it is deleted.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list in the organization
        - 409 (`contact_list_in_use`): A campaign uses it: a draft, running or paused one, or one that failed before it took its contacts

        `DELETE /contact-lists/{contact_list_id}`
        """
        return cast("types.ContactsListsDeleteAnswer", await self._connection.json(OPERATIONS["contacts.lists.delete"], {"contact_list_id": contact_list_id}, options))


class AsyncContactsImportsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(
        self,
        *,
        contact_list_id: int,
        import_id: int,
        options: CallOptions | None = None,
    ) -> types.ContactImport:
        """One import, with its state and how many rows it has read

        One import, with its state and how many rows it has read. Answers with: status, counters, the bad rows.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such import of this list

        `GET /contact-lists/{contact_list_id}/imports/{import_id}`
        """
        return cast("types.ContactImport", await self._connection.json(OPERATIONS["contacts.imports.get"], {"contact_list_id": contact_list_id, "import_id": import_id}, options))

    def list(
        self,
        *,
        contact_list_id: int,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ContactsImportsListAnswer, types.ContactImport]:
        """Every import of a list

        Every import of a list. Answers with: the newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such contact list in the organization

        `GET /contact-lists/{contact_list_id}/imports`
        """
        return AsyncListing[types.ContactsImportsListAnswer, types.ContactImport](self._connection, OPERATIONS["contacts.imports.list"], {"contact_list_id": contact_list_id, "limit": limit}, options)


class AsyncContactsSegmentsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        contact_list_id: int,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ContactSegments, types.ContactSegment]:
        """The segments of a list

        The segments of a list. Answers with: the segments, oldest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such contact list or segment in the organization

        `GET /contact-lists/{contact_list_id}/segments`
        """
        return AsyncListing[types.ContactSegments, types.ContactSegment](self._connection, OPERATIONS["contacts.segments.list"], {"contact_list_id": contact_list_id}, options)

    async def create(
        self,
        *,
        contact_list_id: int,
        name: str,
        where: str,
        options: CallOptions | None = None,
    ) -> types.ContactSegment:
        """Keep a part of a list under a name, as an expression

        Keep a part of a list under a name, as an expression. Answers with: the segment.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list or segment in the organization
        - 409 (`segment_name_taken`, `too_many_segments`): The name is another segment's, or the list has as many as it may have

        `POST /contact-lists/{contact_list_id}/segments`
        """
        return cast("types.ContactSegment", await self._connection.json(OPERATIONS["contacts.segments.create"], {"contact_list_id": contact_list_id, "name": name, "where": where}, options))

    async def preview(
        self,
        *,
        contact_list_id: int,
        where: str,
        options: CallOptions | None = None,
    ) -> types.ContactSegmentPreview:
        """Count whom of a list an expression is true of, with five of them

        Count whom of a list an expression is true of, with five of them. Answers with: how many, and the first five.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list or segment in the organization

        `POST /contact-lists/{contact_list_id}/segments/preview`
        """
        return cast("types.ContactSegmentPreview", await self._connection.json(OPERATIONS["contacts.segments.preview"], {"contact_list_id": contact_list_id, "where": where}, options))

    async def delete(
        self,
        *,
        contact_list_id: int,
        segment_id: str,
        options: CallOptions | None = None,
    ) -> types.ContactsSegmentsDeleteAnswer:
        """Delete a segment; its contacts stay, and campaigns keep it as they took it

        Delete a segment; its contacts stay, and campaigns keep it as they took it. Answers with: it is deleted.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list or segment in the organization

        `DELETE /contact-lists/{contact_list_id}/segments/{segment_id}`
        """
        return cast("types.ContactsSegmentsDeleteAnswer", await self._connection.json(OPERATIONS["contacts.segments.delete"], {"contact_list_id": contact_list_id, "segment_id": segment_id}, options))


class AsyncContactsIntakesArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        contact_list_id: int,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ContactIntakeList, types.ContactIntake]:
        """The intakes of a list, and the newest payloads or calls that they could not take

        The intakes of a list, and the newest payloads or calls that they could not take. Answers with: the intakes, oldest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such contact list or intake in the organization

        `GET /contact-lists/{contact_list_id}/intakes`
        """
        return AsyncListing[types.ContactIntakeList, types.ContactIntake](self._connection, OPERATIONS["contacts.intakes.list"], {"contact_list_id": contact_list_id}, options)

    async def create(
        self,
        *,
        contact_list_id: int,
        name: str,
        mapping: types.SentIntakeMapping | None | Unset = UNSET,
        calls: types.SentCallsOfIntake | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ContactIntakeWithSecret:
        """Make an address that a form or a program sends contacts of a list to, or a rule that takes those of ended calls

        Make an address that a form or a program sends contacts of a list to, or a rule that takes those of ended calls. Answers with: the intake; with the secret of an address, which is not shown again.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list or intake in the organization
        - 409 (`too_many_intakes`): The list has as many as it may have
        - 422 (`validation_error`): The organization has no such agent or campaign

        `POST /contact-lists/{contact_list_id}/intakes`
        """
        return cast("types.ContactIntakeWithSecret", await self._connection.json(OPERATIONS["contacts.intakes.create"], {"contact_list_id": contact_list_id, "name": name, "mapping": mapping, "calls": calls}, options))

    async def update(
        self,
        *,
        contact_list_id: int,
        intake_id: int,
        name: str | None | Unset = UNSET,
        mapping: types.SentIntakeMapping | None | Unset = UNSET,
        calls: types.SentCallsOfIntake | None | Unset = UNSET,
        is_active: bool | None | Unset = UNSET,
        rotate_secret: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ContactIntakeWithSecret:
        """Change an intake, or make it a new secret

        Change an intake, or make it a new secret. Answers with: the intake; with the secret where it is new.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list or intake in the organization

        `PATCH /contact-lists/{contact_list_id}/intakes/{intake_id}`
        """
        return cast("types.ContactIntakeWithSecret", await self._connection.json(OPERATIONS["contacts.intakes.update"], {"contact_list_id": contact_list_id, "intake_id": intake_id, "name": name, "mapping": mapping, "calls": calls, "is_active": is_active, "rotate_secret": rotate_secret}, options))

    async def delete(
        self,
        *,
        contact_list_id: int,
        intake_id: int,
        options: CallOptions | None = None,
    ) -> types.ContactsIntakesDeleteAnswer:
        """Delete an intake: it takes nothing any more

        Delete an intake: it takes nothing any more. Answers with: it is deleted; its contacts stay.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list or intake in the organization

        `DELETE /contact-lists/{contact_list_id}/intakes/{intake_id}`
        """
        return cast("types.ContactsIntakesDeleteAnswer", await self._connection.json(OPERATIONS["contacts.intakes.delete"], {"contact_list_id": contact_list_id, "intake_id": intake_id}, options))

    async def take(
        self,
        *,
        organization_id: int,
        intake_uuid: str,
        options: CallOptions | None = None,
    ) -> types.TakenContact:
        """Send a contact to an intake, signed with its secret

        Send a contact to an intake, signed with its secret. Answers with: what became of it.

        Needs no key.

        Refuses with

        - 402 (`row_quota`): The organization's rows have reached their limit
        - 403 (`signature_refused`): Not signed with the secret, or not lately
        - 404 (`not_found`): No such intake, or it is not active
        - 413 (`payload_too_large`): Larger than 64 KB
        - 422 (`payload_refused`): No contact can be made of it; it is kept with the reason

        `POST /public/intakes/{organization_id}/{intake_uuid}`
        """
        return cast("types.TakenContact", await self._connection.json(OPERATIONS["contacts.intakes.take"], {"organization_id": organization_id, "intake_uuid": intake_uuid}, options))


class AsyncContactsConsentsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def get(
        self,
        *,
        phone_number: str,
        cursor: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ConsentHistory, types.ConsentHistoryHistoryItem]:
        """A number's consent and its history

        A number's consent and its history. Answers with: what holds now, and every change, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /consents`
        """
        return AsyncListing[types.ConsentHistory, types.ConsentHistoryHistoryItem](self._connection, OPERATIONS["contacts.consents.get"], {"phone_number": phone_number, "cursor": cursor, "limit": limit}, options)

    async def record(
        self,
        *,
        status: types.ConsentStatus,
        source: str,
        phone_number: str,
        wording: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Consent:
        """Record a person's consent to be called, or its withdrawal, which is in force when this has answered

        Record a person's consent to be called, or its withdrawal, which is in force when this has answered. Answers with: what holds for the number now.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 409 (`consent_withdrawn`): `unknown` does not end a withdrawal

        `POST /consents`
        """
        return cast("types.Consent", await self._connection.json(OPERATIONS["contacts.consents.record"], {"status": status, "source": source, "phone_number": phone_number, "wording": wording}, options))


class AsyncContactsNationalListsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        cursor: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ContactsNationalListsListAnswer, types.NationalList]:
        """National do-not-call lists, in force and former ones

        National do-not-call lists, in force and former ones. Answers with: one page, the newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /do-not-call/national`
        """
        return AsyncListing[types.ContactsNationalListsListAnswer, types.NationalList](self._connection, OPERATIONS["contacts.nationalLists.list"], {"cursor": cursor, "limit": limit}, options)

    async def create(
        self,
        *,
        object_store_key: str,
        source: str,
        as_of: str,
        default_country: str | None | Unset = UNSET,
        encoding: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.NationalList:
        """Load a national do-not-call list from an uploaded file

        Load a national do-not-call list from an uploaded file. Answers with: it is being loaded; it takes effect when its state is in_force.

        Needs the role operator or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such file of the organization
        - 409 (`newer_list_in_force`): A newer list of the source is in force

        `POST /do-not-call/national`
        """
        return cast("types.NationalList", await self._connection.json(OPERATIONS["contacts.nationalLists.create"], {"object_store_key": object_store_key, "source": source, "as_of": as_of, "default_country": default_country, "encoding": encoding}, options))

    async def get(
        self,
        *,
        national_list_id: int,
        options: CallOptions | None = None,
    ) -> types.NationalList:
        """The state of a national list

        The state of a national list. Answers with: its state and figures.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such list

        `GET /do-not-call/national/{national_list_id}`
        """
        return cast("types.NationalList", await self._connection.json(OPERATIONS["contacts.nationalLists.get"], {"national_list_id": national_list_id}, options))

    async def remove(
        self,
        *,
        national_list_id: int,
        options: CallOptions | None = None,
    ) -> types.NationalList:
        """Take a national list out of force

        Take a national list out of force. Answers with: it no longer prevents calls.

        Needs the role operator or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such list, or it is no longer in force

        `DELETE /do-not-call/national/{national_list_id}`
        """
        return cast("types.NationalList", await self._connection.json(OPERATIONS["contacts.nationalLists.remove"], {"national_list_id": national_list_id}, options))


class AsyncContactsDoNotCallArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        q: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ContactsDoNotCallListAnswer, types.DoNotCallEntry]:
        """Numbers the account never dials

        Numbers the account never dials. Answers with: one page, in the order of numbers.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /do-not-call`
        """
        return AsyncListing[types.ContactsDoNotCallListAnswer, types.DoNotCallEntry](self._connection, OPERATIONS["contacts.doNotCall.list"], {"q": q, "cursor": cursor, "limit": limit}, options)

    async def add(
        self,
        *,
        phone_numbers: Sequence[str],
        reason: str | None | Unset = UNSET,
        expires_at: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.DoNotCallAddition:
        """Add numbers; binding when this has answered

        Add numbers; binding when this has answered. Answers with: how many are new, and which are no numbers.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        `POST /do-not-call`
        """
        return cast("types.DoNotCallAddition", await self._connection.json(OPERATIONS["contacts.doNotCall.add"], {"phone_numbers": phone_numbers, "reason": reason, "expires_at": expires_at}, options))

    async def check(
        self,
        *,
        phone_number: str,
        options: CallOptions | None = None,
    ) -> types.NumberOutlook:
        """Tell whether a number may be dialled at this moment, and why not

        Tell whether a number may be dialled at this moment, and why not. Answers with: the result of each rule of admission for a call outside campaigns to this number.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /do-not-call/check`
        """
        return cast("types.NumberOutlook", await self._connection.json(OPERATIONS["contacts.doNotCall.check"], {"phone_number": phone_number}, options))

    async def upload(
        self,
        *,
        object_store_key: str | Unset = UNSET,
        encoding: str | None | Unset = UNSET,
        file: BinaryIO | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.DoNotCallUpload:
        """Upload a file of numbers; binding when this has answered

        Upload a file of numbers; binding when this has answered. Answers with: how many are new, and which are no numbers.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such file of the organization
        - 413 (`file_too_large`): Larger than 100 MB
        - 415 (`unsupported_media_type`): Neither a form nor JSON

        `POST /do-not-call/upload`
        """
        return cast("types.DoNotCallUpload", await self._connection.json(OPERATIONS["contacts.doNotCall.upload"], {"object_store_key": object_store_key, "encoding": encoding, "file": file}, options))

    async def remove(
        self,
        *,
        phone_number: str,
        options: CallOptions | None = None,
    ) -> types.ContactsDoNotCallRemoveAnswer:
        """Remove a number

        Remove a number. Answers with: it may be dialled again.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): The number is not on the list

        `DELETE /do-not-call/{phone_number}`
        """
        return cast("types.ContactsDoNotCallRemoveAnswer", await self._connection.json(OPERATIONS["contacts.doNotCall.remove"], {"phone_number": phone_number}, options))


class AsyncContactsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.lists = AsyncContactsListsArea(connection)
        self.imports = AsyncContactsImportsArea(connection)
        self.segments = AsyncContactsSegmentsArea(connection)
        self.intakes = AsyncContactsIntakesArea(connection)
        self.consents = AsyncContactsConsentsArea(connection)
        self.national_lists = AsyncContactsNationalListsArea(connection)
        self.do_not_call = AsyncContactsDoNotCallArea(connection)

    async def upload_url(
        self,
        *,
        file_name: str,
        file_size: int,
        content_type: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ContactsUploadUrlAnswer:
        """Signed URL to upload a contacts file before importing

        Signed URL to upload a contacts file before importing. Answers with: where and how to send the file.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`upload_quota`): The organization's uploaded files have reached their size limit

        `POST /object-store/presigned-upload-url`
        """
        return cast("types.ContactsUploadUrlAnswer", await self._connection.json(OPERATIONS["contacts.uploadUrl"], {"file_name": file_name, "file_size": file_size, "content_type": content_type}, options))

    async def import_(
        self,
        *,
        contact_list_id: int,
        object_store_key: str,
        mapping: types.ColumnMap | None | Unset = UNSET,
        default_country: str | None | Unset = UNSET,
        encoding: str | None | Unset = UNSET,
        on_duplicate: types.DuplicateRule | None | Unset = UNSET,
        consent: types.ImportedConsentInput | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ContactsImportAnswer:
        """Import contacts from an uploaded file

        Import contacts from an uploaded file. Answers with: the import was accepted.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such list, or no such file of the organization

        `POST /contact-lists/{contact_list_id}/import`
        """
        return cast("types.ContactsImportAnswer", await self._connection.json(OPERATIONS["contacts.import"], {"contact_list_id": contact_list_id, "object_store_key": object_store_key, "mapping": mapping, "default_country": default_country, "encoding": encoding, "on_duplicate": on_duplicate, "consent": consent}, options))

    async def import_into_new_list(
        self,
        *,
        name: str,
        object_store_key: str,
        description: str | None | Unset = UNSET,
        mapping: types.ColumnMap | None | Unset = UNSET,
        default_country: str | None | Unset = UNSET,
        encoding: str | None | Unset = UNSET,
        on_duplicate: types.DuplicateRule | None | Unset = UNSET,
        consent: types.ImportedConsentInput | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ContactsImportIntoNewListAnswer:
        """Make a list from an uploaded file: the list and its import, or neither

        Make a list from an uploaded file: the list and its import, or neither. Answers with: the import was accepted.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such file of the organization

        `POST /contact-lists/import`
        """
        return cast("types.ContactsImportIntoNewListAnswer", await self._connection.json(OPERATIONS["contacts.importIntoNewList"], {"name": name, "object_store_key": object_store_key, "description": description, "mapping": mapping, "default_country": default_country, "encoding": encoding, "on_duplicate": on_duplicate, "consent": consent}, options))

    def list(
        self,
        *,
        contact_list_id: int,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        q: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ContactsListAnswer, types.Contact]:
        """Contacts in a list

        Contacts in a list. Answers with: one page, in the order of import.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such contact list in the organization

        `GET /contact-lists/{contact_list_id}/contacts`
        """
        return AsyncListing[types.ContactsListAnswer, types.Contact](self._connection, OPERATIONS["contacts.list"], {"contact_list_id": contact_list_id, "page": page, "limit": limit, "q": q}, options)

    async def send(
        self,
        *,
        contact_list_id: int,
        contacts: Sequence[types.ContactsSendBodyContact],
        default_country: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.SentContactsAnswer:
        """Add up to 1,000 contacts to a list, or change those whose numbers it has

        Add up to 1,000 contacts to a list, or change those whose numbers it has. Answers with: the result for each, in the order of the request.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list in the organization

        `POST /contact-lists/{contact_list_id}/contacts`
        """
        return cast("types.SentContactsAnswer", await self._connection.json(OPERATIONS["contacts.send"], {"contact_list_id": contact_list_id, "contacts": contacts, "default_country": default_country}, options))

    async def put(
        self,
        *,
        contact_list_id: int,
        phone_number: str,
        name: str | None | Unset = UNSET,
        timezone: str | None | Unset = UNSET,
        priority: int | None | Unset = UNSET,
        attributes: types.JsonObject | None | Unset = UNSET,
        consent: types.ConsentStatementInput | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Contact:
        """Add the contact of a number to a list, or replace it

        Add the contact of a number to a list, or replace it. Answers with: the contact as it is now.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact list in the organization
        - 409 (`consent_withdrawn`): `unknown` does not end a withdrawal of consent

        `PUT /contact-lists/{contact_list_id}/contacts/by-number/{phone_number}`
        """
        return cast("types.Contact", await self._connection.json(OPERATIONS["contacts.put"], {"contact_list_id": contact_list_id, "phone_number": phone_number, "name": name, "timezone": timezone, "priority": priority, "attributes": attributes, "consent": consent}, options))

    async def update(
        self,
        *,
        contact_list_id: int,
        contact_id: int,
        name: str | None | Unset = UNSET,
        timezone: str | None | Unset = UNSET,
        priority: int | None | Unset = UNSET,
        attributes: types.JsonObject | None | Unset = UNSET,
        consent: types.ConsentStatementInput | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Contact:
        """Change a contact's name, time zone, attributes or consent

        Change a contact's name, time zone, attributes or consent. Answers with: the changed contact.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact in this list
        - 409 (`consent_withdrawn`): `unknown` does not end a withdrawal of consent

        `PATCH /contact-lists/{contact_list_id}/contacts/{contact_id}`
        """
        return cast("types.Contact", await self._connection.json(OPERATIONS["contacts.update"], {"contact_list_id": contact_list_id, "contact_id": contact_id, "name": name, "timezone": timezone, "priority": priority, "attributes": attributes, "consent": consent}, options))

    async def delete(
        self,
        *,
        contact_list_id: int,
        contact_id: int,
        options: CallOptions | None = None,
    ) -> types.ContactsDeleteAnswer:
        """Remove a contact

        Remove a contact. Answers with: the contact is removed from the list; the message names the campaigns that have taken it and will still call it.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such contact in this list

        `DELETE /contact-lists/{contact_list_id}/contacts/{contact_id}`
        """
        return cast("types.ContactsDeleteAnswer", await self._connection.json(OPERATIONS["contacts.delete"], {"contact_list_id": contact_list_id, "contact_id": contact_id}, options))


class AsyncPeopleExportsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        cursor: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.PersonExportList, types.PersonExport]:
        """The exports of the organization, newest first; they name nobody

        The exports of the organization, newest first; they name nobody. Answers with: a page of exports.

        Needs the role admin or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /people/exports`
        """
        return AsyncListing[types.PersonExportList, types.PersonExport](self._connection, OPERATIONS["people.exports.list"], {"cursor": cursor, "limit": limit}, options)

    async def create(
        self,
        *,
        reason: str,
        phone_number: str | None | Unset = UNSET,
        email: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.PersonExport:
        """Write everything that is known of a person into one file, with the recordings of their calls

        Write everything that is known of a person into one file, with the recordings of their calls. Answers with: the export, which goes on.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 409 (`erasure_under_way`, `own_number`): The person is being erased, or the number is one of the organization's own

        `POST /people/exports`
        """
        return cast("types.PersonExport", await self._connection.json(OPERATIONS["people.exports.create"], {"reason": reason, "phone_number": phone_number, "email": email}, options))

    async def get(
        self,
        *,
        export_id: str,
        options: CallOptions | None = None,
    ) -> types.PersonExport:
        """How far an export is, what its file holds, and when the file goes

        How far an export is, what its file holds, and when the file goes. Answers with: the export.

        Needs the role admin or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such export in the organization

        `GET /people/exports/{export_id}`
        """
        return cast("types.PersonExport", await self._connection.json(OPERATIONS["people.exports.get"], {"export_id": export_id}, options))

    async def cancel(
        self,
        *,
        export_id: str,
        options: CallOptions | None = None,
    ) -> types.PersonExport:
        """Cancel an export that is under way; nothing of it is kept

        Cancel an export that is under way; nothing of it is kept. Answers with: the export.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such export in the organization
        - 409 (`export_not_under_way`): The export is over

        `POST /people/exports/{export_id}/cancel`
        """
        return cast("types.PersonExport", await self._connection.json(OPERATIONS["people.exports.cancel"], {"export_id": export_id}, options))

    async def download(
        self,
        *,
        export_id: str,
        options: CallOptions | None = None,
    ) -> types.PersonExportLink:
        """A link to the file of an export, good for five minutes; who asked for it is noted

        A link to the file of an export, good for five minutes; who asked for it is noted. Answers with: the link.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such export in the organization
        - 409 (`export_not_done`): There is no file, or none yet

        `GET /people/exports/{export_id}/download`
        """
        return cast("types.PersonExportLink", await self._connection.json(OPERATIONS["people.exports.download"], {"export_id": export_id}, options))


class AsyncPeopleErasuresArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        cursor: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ErasureList, types.Erasure]:
        """The erasures of the organization, newest first; they name nobody

        The erasures of the organization, newest first; they name nobody. Answers with: a page of erasures.

        Needs the role admin or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /people/erasures`
        """
        return AsyncListing[types.ErasureList, types.Erasure](self._connection, OPERATIONS["people.erasures.list"], {"cursor": cursor, "limit": limit}, options)

    async def create(
        self,
        *,
        reason: str,
        phone_number: str | None | Unset = UNSET,
        email: str | None | Unset = UNSET,
        keep_do_not_call: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Erasure:
        """Erase a person: calls under way end, and everything about them goes, for good

        Erase a person: calls under way end, and everything about them goes, for good. Answers with: the erasure, which goes on.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 409 (`erasure_under_way`, `own_number`): The person is being erased already, or the number is one of the organization's own

        `POST /people/erasures`
        """
        return cast("types.Erasure", await self._connection.json(OPERATIONS["people.erasures.create"], {"reason": reason, "phone_number": phone_number, "email": email, "keep_do_not_call": keep_do_not_call}, options))

    async def get(
        self,
        *,
        erasure_id: str,
        options: CallOptions | None = None,
    ) -> types.Erasure:
        """How far an erasure is, and its receipt: what was removed where

        How far an erasure is, and its receipt: what was removed where. Answers with: the erasure.

        Needs the role admin or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such erasure in the organization

        `GET /people/erasures/{erasure_id}`
        """
        return cast("types.Erasure", await self._connection.json(OPERATIONS["people.erasures.get"], {"erasure_id": erasure_id}, options))


class AsyncPeopleArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.exports = AsyncPeopleExportsArea(connection)
        self.erasures = AsyncPeopleErasuresArea(connection)

    async def get(
        self,
        *,
        phone_number: str,
        options: CallOptions | None = None,
    ) -> types.Person:
        """Who has a number, and what may happen next with them: which campaigns still call, when, and why not now

        Who has a number, and what may happen next with them: which campaigns still call, when, and why not now. Answers with: the person, as the organization knows them.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /people`
        """
        return cast("types.Person", await self._connection.json(OPERATIONS["people.get"], {"phone_number": phone_number}, options))

    def history(
        self,
        *,
        phone_number: str,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.PersonHistory, types.PersonEvent]:
        """Everything that happened with a person, newest first, across campaigns, lists and carriers

        Everything that happened with a person, newest first, across campaigns, lists and carriers. Answers with: one page; exports and erasures are in it for admins.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /people/history`
        """
        return AsyncListing[types.PersonHistory, types.PersonEvent](self._connection, OPERATIONS["people.history"], {"phone_number": phone_number, "cursor": cursor, "limit": limit}, options)

    async def preview(
        self,
        *,
        phone_number: str | None | Unset = UNSET,
        email: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.FoundPerson:
        """What is known of a person, place by place; nothing is changed

        What is known of a person, place by place; nothing is changed. Answers with: what was found, and where.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 409 (`own_number`): The number is one of the organization's own

        `POST /people/preview`
        """
        return cast("types.FoundPerson", await self._connection.json(OPERATIONS["people.preview"], {"phone_number": phone_number, "email": email}, options))


class AsyncCampaignsJourneyArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(
        self,
        *,
        campaign_id: int,
        version: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Journey:
        """What follows a campaign's calls

        What follows a campaign's calls. Answers with: the journey, without steps where there is none.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization, or its journey has no such version

        `GET /campaigns/{campaign_id}/journey`
        """
        return cast("types.Journey", await self._connection.json(OPERATIONS["campaigns.journey.get"], {"campaign_id": campaign_id, "version": version}, options))

    async def put(
        self,
        *,
        campaign_id: int,
        steps: Sequence[types.JourneyStep],
        options: CallOptions | None = None,
    ) -> types.Journey:
        """Say what follows a campaign's calls; also while it runs, as a new version

        Say what follows a campaign's calls; also while it runs, as a new version. Answers with: the newest version.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`): An agent of a step is not ready; the sentence says what to do
        - 404 (`not_found`): No such campaign, agent, channel or webhook in the organization
        - 409 (`campaign_state`, `made_in_sandbox`): The campaign is over, or an agent was made in the sandbox

        `PUT /campaigns/{campaign_id}/journey`
        """
        return cast("types.Journey", await self._connection.json(OPERATIONS["campaigns.journey.put"], {"campaign_id": campaign_id, "steps": steps}, options))

    async def preview(
        self,
        *,
        campaign_id: int,
        steps: Sequence[types.JourneyStep] | None | Unset = UNSET,
        outcome: str | None | Unset = UNSET,
        disposition: str | None | Unset = UNSET,
        answered_by: types.AnsweredBy | None | Unset = UNSET,
        variables: types.JsonObject | None | Unset = UNSET,
        limit: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.JourneyPreview:
        """What would follow for the first twenty people, if their call ended so

        What would follow for the first twenty people, if their call ended so. Answers with: for each of them the steps, with their times.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`): An agent of a step is not ready; the sentence says what to do
        - 404 (`not_found`): No such campaign, agent, channel or webhook in the organization
        - 409 (`made_in_sandbox`): An agent was made in the sandbox

        `POST /campaigns/{campaign_id}/journey/preview`
        """
        return cast("types.JourneyPreview", await self._connection.json(OPERATIONS["campaigns.journey.preview"], {"campaign_id": campaign_id, "steps": steps, "outcome": outcome, "disposition": disposition, "answered_by": answered_by, "variables": variables, "limit": limit}, options))

    async def progress(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> types.JourneyProgress:
        """How many people went along each edge of a journey, and what became of them

        How many people went along each edge of a journey, and what became of them. Answers with: the counts.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization

        `GET /campaigns/{campaign_id}/journey/progress`
        """
        return cast("types.JourneyProgress", await self._connection.json(OPERATIONS["campaigns.journey.progress"], {"campaign_id": campaign_id}, options))


class AsyncCampaignsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.journey = AsyncCampaignsJourneyArea(connection)

    async def create(
        self,
        *,
        name: str,
        workflow_id: int,
        contact_list_id: int | None | Unset = UNSET,
        segment_id: str | None | Unset = UNSET,
        source_type: types.CampaignsCreateBodySourceType | None | Unset = UNSET,
        source_id: str | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        retry_config: types.RetryConfig | None | Unset = UNSET,
        max_concurrency: int | None | Unset = UNSET,
        schedule_config: types.ScheduleConfig | None | Unset = UNSET,
        circuit_breaker: types.CircuitBreakerConfig | None | Unset = UNSET,
        budget: types.CampaignBudgetInput | None | Unset = UNSET,
        caller_id_strategy: types.CallerIdStrategy | None | Unset = UNSET,
        text_workflow_id: int | None | Unset = UNSET,
        versions: Sequence[types.VersionWeight] | None | Unset = UNSET,
        guard: types.VersionGuard | None | Unset = UNSET,
        starts_at: types.Moment | None | Unset = UNSET,
        ends_at: types.Moment | None | Unset = UNSET,
        recurrence: types.Recurrence | None | Unset = UNSET,
        enrolment: types.CampaignEnrolment | None | Unset = UNSET,
        daily_quota: int | None | Unset = UNSET,
        order: types.ContactOrder | None | Unset = UNSET,
        order_by: str | None | Unset = UNSET,
        journey: types.JourneyOfCampaign | None | Unset = UNSET,
        consent_attested: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Create from a contact list and an agent

        Create from a contact list and an agent. Answers with: the draft.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `telephony_not_configured`): The agent or the carrier account is not ready; the sentence says what to do
        - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, contact list, uploaded file or carrier account in the organization

        `POST /campaigns/create`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.create"], {"name": name, "workflow_id": workflow_id, "contact_list_id": contact_list_id, "segment_id": segment_id, "source_type": source_type, "source_id": source_id, "telephony_configuration_id": telephony_configuration_id, "retry_config": retry_config, "max_concurrency": max_concurrency, "schedule_config": schedule_config, "circuit_breaker": circuit_breaker, "budget": budget, "caller_id_strategy": caller_id_strategy, "text_workflow_id": text_workflow_id, "versions": versions, "guard": guard, "starts_at": starts_at, "ends_at": ends_at, "recurrence": recurrence, "enrolment": enrolment, "daily_quota": daily_quota, "order": order, "order_by": order_by, "journey": journey, "consent_attested": consent_attested}, options))

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        before_id: int | Unset = UNSET,
        state: types.CampaignState | Unset = UNSET,
        contact_list_id: int | Unset = UNSET,
        recurs_campaign_id: int | Unset = UNSET,
        q: str | Unset = UNSET,
        with_progress: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.CampaignsListAnswer, types.ListedCampaign]:
        """Every campaign in the account

        Every campaign in the account. Answers with: campaigns without their logs, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /campaigns`
        """
        return AsyncListing[types.CampaignsListAnswer, types.ListedCampaign](self._connection, OPERATIONS["campaigns.list"], {"limit": limit, "cursor": cursor, "before_id": before_id, "state": state, "contact_list_id": contact_list_id, "recurs_campaign_id": recurs_campaign_id, "q": q, "with_progress": with_progress}, options)

    async def get(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """One campaign

        One campaign. Answers with: the campaign with its newest 200 log entries.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization

        `GET /campaigns/{campaign_id}`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.get"], {"campaign_id": campaign_id}, options))

    async def update(
        self,
        *,
        campaign_id: int,
        name: str | None | Unset = UNSET,
        workflow_id: int | None | Unset = UNSET,
        segment_id: str | None | Unset = UNSET,
        contact_list_id: int | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        retry_config: types.RetryConfigChanges | None | Unset = UNSET,
        max_concurrency: int | None | Unset = UNSET,
        schedule_config: types.ScheduleConfig | None | Unset = UNSET,
        circuit_breaker: types.CircuitBreakerChanges | None | Unset = UNSET,
        budget: types.CampaignBudgetInput | None | Unset = UNSET,
        caller_id_strategy: types.CallerIdStrategy | None | Unset = UNSET,
        text_workflow_id: int | None | Unset = UNSET,
        versions: Sequence[types.VersionWeight] | None | Unset = UNSET,
        guard: types.VersionGuard | None | Unset = UNSET,
        starts_at: types.Moment | None | Unset = UNSET,
        ends_at: types.Moment | None | Unset = UNSET,
        enrolment: types.CampaignEnrolment | None | Unset = UNSET,
        daily_quota: int | None | Unset = UNSET,
        order: types.ContactOrder | None | Unset = UNSET,
        order_by: str | None | Unset = UNSET,
        recurrence: types.Recurrence | None | Unset = UNSET,
        unset: Sequence[types.CampaignsUpdateBodyUnsetItem] | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Change a draft, scheduled or paused campaign; what is not sent stays, and only schedule_config is replaced whole

        Change a draft, scheduled or paused campaign; what is not sent stays, and only schedule_config is replaced whole. Answers with: the campaign; a paused one takes it up when it resumes.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`, `telephony_configuration_not_found`): No such campaign in the organization
        - 409 (`campaign_state`, `made_in_sandbox`): The campaign is neither draft nor scheduled nor paused

        `PATCH /campaigns/{campaign_id}`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.update"], {"campaign_id": campaign_id, "name": name, "workflow_id": workflow_id, "segment_id": segment_id, "contact_list_id": contact_list_id, "telephony_configuration_id": telephony_configuration_id, "retry_config": retry_config, "max_concurrency": max_concurrency, "schedule_config": schedule_config, "circuit_breaker": circuit_breaker, "budget": budget, "caller_id_strategy": caller_id_strategy, "text_workflow_id": text_workflow_id, "versions": versions, "guard": guard, "starts_at": starts_at, "ends_at": ends_at, "enrolment": enrolment, "daily_quota": daily_quota, "order": order, "order_by": order_by, "recurrence": recurrence, "unset": unset}, options))

    async def delete(
        self,
        *,
        campaign_id: int,
        with_calls: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.DeletedCampaign:
        """Delete a draft, or a campaign that is over with all its calls

        Delete a draft, or a campaign that is over with all its calls. Answers with: it is gone; its calls go by a removal.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`campaign_state`): The campaign goes on, has calls that were not asked about, or others need it

        `DELETE /campaigns/{campaign_id}`
        """
        return cast("types.DeletedCampaign", await self._connection.json(OPERATIONS["campaigns.delete"], {"campaign_id": campaign_id, "with_calls": with_calls}, options))

    async def clone(
        self,
        *,
        campaign_id: int,
        name: str | None | Unset = UNSET,
        contact_list_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Create a draft with the agent, account and settings of a campaign

        Create a draft with the agent, account and settings of a campaign. Answers with: the draft.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `telephony_not_configured`): Its carrier account is gone
        - 404 (`not_found`, `telephony_configuration_not_found`): No such campaign in the organization
        - 409 (`contact_list_gone`, `made_in_sandbox`): Its contact list is gone

        `POST /campaigns/{campaign_id}/clone`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.clone"], {"campaign_id": campaign_id, "name": name, "contact_list_id": contact_list_id}, options))

    async def start(
        self,
        *,
        campaign_id: int,
        consent_attested: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Start dialling, at once or at the campaign's own start

        Start dialling, at once or at the campaign's own start. Answers with: the campaign, which is running, or scheduled until its start.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`, `telephony_not_configured`, `telephony_not_ready`): The agent or the carrier account is not ready; the sentence says what to do
        - 404 (`not_found`): No such campaign in the organization
        - 409 (`campaign_state`, `contact_list_gone`, `import_under_way`): The campaign's state forbids it, or an import into its list is under way
        - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless

        `POST /campaigns/{campaign_id}/start`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.start"], {"campaign_id": campaign_id, "consent_attested": consent_attested}, options))

    async def unschedule(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Make a scheduled campaign a draft again; it does not begin by itself

        Make a scheduled campaign a draft again; it does not begin by itself. Answers with: the draft.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`campaign_state`): The campaign's state forbids it
        - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless

        `POST /campaigns/{campaign_id}/unschedule`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.unschedule"], {"campaign_id": campaign_id}, options))

    async def pause(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Pause; calls in progress finish, and after this answer none is dialled

        Pause; calls in progress finish, and after this answer none is dialled. Answers with: the paused campaign.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`campaign_state`): The campaign's state forbids it
        - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless

        `POST /campaigns/{campaign_id}/pause`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.pause"], {"campaign_id": campaign_id}, options))

    async def resume(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Resume a paused campaign, or a failed one after repair

        Resume a paused campaign, or a failed one after repair. Answers with: the running campaign.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`, `telephony_not_configured`, `telephony_not_ready`): The agent or the carrier account is not ready; the sentence says what to do
        - 404 (`not_found`): No such campaign in the organization
        - 409 (`campaign_state`, `contact_list_gone`, `import_under_way`): The campaign's state forbids it
        - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless

        `POST /campaigns/{campaign_id}/resume`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.resume"], {"campaign_id": campaign_id}, options))

    async def cancel(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """End a draft, scheduled or paused campaign for good

        End a draft, scheduled or paused campaign for good. Answers with: the canceled campaign.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`campaign_state`): The campaign's state forbids it
        - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless

        `POST /campaigns/{campaign_id}/cancel`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.cancel"], {"campaign_id": campaign_id}, options))

    async def finish(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Let nobody join a live campaign any more; it completes when those in it are done

        Let nobody join a live campaign any more; it completes when those in it are done. Answers with: the campaign.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`campaign_state`): The campaign is not live, has not begun, or is over

        `POST /campaigns/{campaign_id}/finish`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.finish"], {"campaign_id": campaign_id}, options))

    async def days(
        self,
        *,
        campaign_id: int,
        days: int | Unset = UNSET,
        within_minutes: int | Unset = UNSET,
        clock: types.DayClock | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.CampaignDays:
        """How many people joined a campaign each day, were called and reached, and waited too long

        How many people joined a campaign each day, were called and reached, and waited too long. Answers with: the figures of each day.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization

        `GET /campaigns/{campaign_id}/days`
        """
        return cast("types.CampaignDays", await self._connection.json(OPERATIONS["campaigns.days"], {"campaign_id": campaign_id, "days": days, "within_minutes": within_minutes, "clock": clock}, options))

    async def redial(
        self,
        *,
        campaign_id: int,
        name: str | None | Unset = UNSET,
        retry_on_voicemail: bool | None | Unset = UNSET,
        retry_on_no_answer: bool | None | Unset = UNSET,
        retry_on_busy: bool | None | Unset = UNSET,
        retry_on_failed: bool | None | Unset = UNSET,
        retry_config: types.RetryConfigChanges | None | Unset = UNSET,
        start: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Dial numbers not reached again, once, in a campaign of their own

        Dial numbers not reached again, once, in a campaign of their own. Answers with: the new campaign.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`, `telephony_not_configured`, `telephony_not_ready`): The agent or the carrier account is not ready; the sentence says what to do
        - 404 (`not_found`): No such campaign in the organization
        - 409 (`campaign_state`, `contact_list_gone`): The campaign is not over, has calls under way, or was redialled already
        - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless

        `POST /campaigns/{campaign_id}/redial`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.redial"], {"campaign_id": campaign_id, "name": name, "retry_on_voicemail": retry_on_voicemail, "retry_on_no_answer": retry_on_no_answer, "retry_on_busy": retry_on_busy, "retry_on_failed": retry_on_failed, "retry_config": retry_config, "start": start}, options))

    async def preview_back_fill(
        self,
        *,
        campaign_id: int,
        from_: str,
        to: str,
        options: CallOptions | None = None,
    ) -> types.BackFillPreview:
        """Whom a back-fill would call: those whom an outage kept from being dialled

        Whom a back-fill would call: those whom an outage kept from being dialled. Answers with: the counts, and why a back-fill would be refused.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization

        `GET /campaigns/{campaign_id}/back-fill`
        """
        return cast("types.BackFillPreview", await self._connection.json(OPERATIONS["campaigns.previewBackFill"], {"campaign_id": campaign_id, "from": from_, "to": to}, options))

    async def back_fill(
        self,
        *,
        campaign_id: int,
        from_: str,
        to: str,
        name: str | None | Unset = UNSET,
        start: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Campaign:
        """Dial those whom an outage kept from being dialled, in a campaign of their own; once for each span

        Dial those whom an outage kept from being dialled, in a campaign of their own; once for each span. Answers with: the new campaign, or the one that was made for this span.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`, `telephony_not_configured`, `telephony_not_ready`): The agent or the carrier account is not ready; the sentence says what to do
        - 404 (`not_found`): No such campaign in the organization
        - 409 (`campaign_state`, `contact_list_gone`): The campaign is a draft, has calls of that span under way, or the outage kept nobody from being dialled
        - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless

        `POST /campaigns/{campaign_id}/back-fill`
        """
        return cast("types.Campaign", await self._connection.json(OPERATIONS["campaigns.backFill"], {"campaign_id": campaign_id, "from": from_, "to": to, "name": name, "start": start}, options))

    def what_ifs(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.CampaignsWhatIfsAnswer, types.WhatIf]:
        """The newest 20 questions that were asked about what a campaign would have done

        The newest 20 questions that were asked about what a campaign would have done. Answers with: the questions, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization

        `GET /campaigns/{campaign_id}/what-if`
        """
        return AsyncListing[types.CampaignsWhatIfsAnswer, types.WhatIf](self._connection, OPERATIONS["campaigns.whatIfs"], {"campaign_id": campaign_id}, options)

    async def what_if(
        self,
        *,
        campaign_id: int,
        retry_config: types.RetryConfigChanges | None | Unset = UNSET,
        schedule_config: types.ScheduleConfig | None | Unset = UNSET,
        max_concurrency: int | None | Unset = UNSET,
        calls_per_second: float | None | Unset = UNSET,
        max_attempts_per_number_per_day: int | None | Unset = UNSET,
        budget: types.CampaignBudgetInput | None | Unset = UNSET,
        do_not_call: Sequence[str] | None | Unset = UNSET,
        holidays: Sequence[str] | None | Unset = UNSET,
        rule_packs: Sequence[str] | None | Unset = UNSET,
        unconfirmed_rules: Sequence[str] | None | Unset = UNSET,
        own_rules: Sequence[types.OwnRule] | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.WhatIf:
        """Ask what a campaign would have done by other settings; nobody is called

        Ask what a campaign would have done by other settings; nobody is called. Answers with: the question, which is worked on.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`no_past`, `what_ifs_under_way`): The campaign is a draft, or too many questions are worked on

        `POST /campaigns/{campaign_id}/what-if`
        """
        return cast("types.WhatIf", await self._connection.json(OPERATIONS["campaigns.whatIf"], {"campaign_id": campaign_id, "retry_config": retry_config, "schedule_config": schedule_config, "max_concurrency": max_concurrency, "calls_per_second": calls_per_second, "max_attempts_per_number_per_day": max_attempts_per_number_per_day, "budget": budget, "do_not_call": do_not_call, "holidays": holidays, "rule_packs": rule_packs, "unconfirmed_rules": unconfirmed_rules, "own_rules": own_rules}, options))

    async def calendar(
        self,
        *,
        from_: str,
        to: str,
        options: CallOptions | None = None,
    ) -> types.Calendar:
        """What is planned in a span: starts, ends, times of recurring campaigns, and calls that people asked for

        What is planned in a span: starts, ends, times of recurring campaigns, and calls that people asked for. Answers with: the events in their order, and the campaigns that dial.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /calendar`
        """
        return cast("types.Calendar", await self._connection.json(OPERATIONS["campaigns.calendar"], {"from": from_, "to": to}, options))

    async def progress(
        self,
        *,
        campaign_id: int,
        as_of: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.CampaignProgress:
        """How many contacts of a campaign were dialled and answered, and how many remain

        How many contacts of a campaign were dialled and answered, and how many remain. Answers with: the figures, from the running workflow or the database.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`past_not_kept`): What was true at the instant is not kept

        `GET /campaigns/{campaign_id}/progress`
        """
        return cast("types.CampaignProgress", await self._connection.json(OPERATIONS["campaigns.progress"], {"campaign_id": campaign_id, "as_of": as_of}, options))

    def progress_stream(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> AsyncEventStream[types.CampaignProgress]:
        """The progress as server-sent events, at most one a second, until the campaign is over

        The progress as server-sent events, at most one a second, until the campaign is over. Answers with: events whose data is the progress; after the last one of a campaign that is over comes `end`.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization

        `GET /campaigns/{campaign_id}/progress/stream`
        """
        return AsyncEventStream[types.CampaignProgress](self._connection, OPERATIONS["campaigns.progressStream"], {"campaign_id": campaign_id}, options)

    async def activity(
        self,
        *,
        campaign_id: int,
        minutes: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.CampaignActivity:
        """Calls that ended in each of the last minutes, by outcome

        Calls that ended in each of the last minutes, by outcome. Answers with: one entry for each minute.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization

        `GET /campaigns/{campaign_id}/activity`
        """
        return cast("types.CampaignActivity", await self._connection.json(OPERATIONS["campaigns.activity"], {"campaign_id": campaign_id, "minutes": minutes}, options))

    async def summary(
        self,
        *,
        campaign_id: int,
        as_of: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.CampaignSummary:
        """Outcomes and cost so far

        Outcomes and cost so far. Answers with: counts of calls and contacts.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`past_not_kept`): What was true at the instant is not kept

        `GET /campaigns/{campaign_id}/summary`
        """
        return cast("types.CampaignSummary", await self._connection.json(OPERATIONS["campaigns.summary"], {"campaign_id": campaign_id, "as_of": as_of}, options))

    async def forecast(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> types.CampaignForecast:
        """Forecast what happens when a draft is started now: whom it calls, when, and for how much at most

        Forecast what happens when a draft is started now: whom it calls, when, and for how much at most. Answers with: estimates; they start nothing.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`forecast_impossible`): It was started already, or the contacts of its file are not read yet

        `GET /campaigns/{campaign_id}/forecast`
        """
        return cast("types.CampaignForecast", await self._connection.json(OPERATIONS["campaigns.forecast"], {"campaign_id": campaign_id}, options))

    def runs(
        self,
        *,
        campaign_id: int,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        phone_number: str | Unset = UNSET,
        outcome: str | Unset = UNSET,
        disposition: str | Unset = UNSET,
        answered_by: types.AnsweredBy | Unset = UNSET,
        status: types.RunProgress | Unset = UNSET,
        call_direction: types.CallDirection | Unset = UNSET,
        environment: types.Environment | Unset = UNSET,
        start_date: str | Unset = UNSET,
        end_date: str | Unset = UNSET,
        sort_by: types.RunSortField | Unset = UNSET,
        sort_order: types.SortOrder | Unset = UNSET,
        filters: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.CampaignRuns, types.Run]:
        """Every call the campaign placed

        Every call the campaign placed. Answers with: a page of runs.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 400 (`invalid_filter`): The filters are not JSON of the documented form
        - 403 (`filter_not_allowed`): An attribute by which this list cannot be filtered
        - 404 (`not_found`): No such campaign in the organization

        `GET /campaigns/{campaign_id}/runs`
        """
        return AsyncListing[types.CampaignRuns, types.Run](self._connection, OPERATIONS["campaigns.runs"], {"campaign_id": campaign_id, "page": page, "limit": limit, "phone_number": phone_number, "outcome": outcome, "disposition": disposition, "answered_by": answered_by, "status": status, "call_direction": call_direction, "environment": environment, "start_date": start_date, "end_date": end_date, "sort_by": sort_by, "sort_order": sort_order, "filters": filters}, options)

    async def report(
        self,
        *,
        campaign_id: int,
        rows: types.CampaignsReportRows | Unset = UNSET,
        format: types.ReportFormat | Unset = UNSET,
        start_date: str | Unset = UNSET,
        end_date: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> bytes:
        """Download the report as CSV or XLSX: every call that ended, or every contact and why it was not reached

        Download the report as CSV or XLSX: every call that ended, or every contact and why it was not reached. Answers with: the file.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization

        `GET /campaigns/{campaign_id}/report`
        """
        return await self._connection.file(OPERATIONS["campaigns.report"], {"campaign_id": campaign_id, "rows": rows, "format": format, "start_date": start_date, "end_date": end_date}, options)

    def contacts(
        self,
        *,
        campaign_id: int,
        as_of: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        cursor: int | Unset = UNSET,
        state: types.CampaignContactState | Unset = UNSET,
        q: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.CampaignContacts, types.CampaignContactsContact]:
        """The contacts that the campaign took at its start, and where it has each of them

        The contacts that the campaign took at its start, and where it has each of them. Answers with: a page of contacts, in the order of their numbers.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization
        - 409 (`past_not_kept`): What was true at the instant is not kept

        `GET /campaigns/{campaign_id}/contacts`
        """
        return AsyncListing[types.CampaignContacts, types.CampaignContactsContact](self._connection, OPERATIONS["campaigns.contacts"], {"campaign_id": campaign_id, "as_of": as_of, "limit": limit, "cursor": cursor, "state": state, "q": q}, options)

    async def contact_outlook(
        self,
        *,
        campaign_id: int,
        contact_id: int,
        options: CallOptions | None = None,
    ) -> types.ContactOutlook:
        """Why a contact is not dialled at this moment, and when it may be

        Why a contact is not dialled at this moment, and when it may be. Answers with: the result of each rule of admission; nothing is reserved.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization, or the campaign does not call this contact

        `GET /campaigns/{campaign_id}/contacts/{contact_id}/outlook`
        """
        return cast("types.ContactOutlook", await self._connection.json(OPERATIONS["campaigns.contactOutlook"], {"campaign_id": campaign_id, "contact_id": contact_id}, options))

    async def get_what_if(
        self,
        *,
        campaign_id: int,
        what_if_id: int,
        options: CallOptions | None = None,
    ) -> types.WhatIf:
        """What a campaign would have done by other settings, beside what it did

        What a campaign would have done by other settings, beside what it did. Answers with: the question, and its answer when there is one.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such question in the campaign

        `GET /campaigns/{campaign_id}/what-if/{what_if_id}`
        """
        return cast("types.WhatIf", await self._connection.json(OPERATIONS["campaigns.getWhatIf"], {"campaign_id": campaign_id, "what_if_id": what_if_id}, options))

    async def record(
        self,
        *,
        campaign_id: int,
        options: CallOptions | None = None,
    ) -> bytes:
        """Download the signed record of a campaign, which anybody can check with the public key

        Download the signed record of a campaign, which anybody can check with the public key. Answers with: a ZIP archive: entries, proofs, checkpoint, policies and report.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such campaign in the organization, or nothing is sealed yet
        - 409 (`record_in_motion`, `record_refused`): Calls begin and end faster than they are sealed, or the database does not continue the record that was signed

        `GET /campaigns/{campaign_id}/record`
        """
        return await self._connection.file(OPERATIONS["campaigns.record"], {"campaign_id": campaign_id}, options)


class AsyncCallsRemovalsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def preview(
        self,
        *,
        run_ids: Sequence[int] | None | Unset = UNSET,
        where: types.RemovedRunsWhere | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.RemovalPreview:
        """How many runs a removal would take; nothing is changed

        How many runs a removal would take; nothing is changed. Answers with: the runs, and those of them in use.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such agent or campaign, or none of the runs

        `POST /calls/removals/preview`
        """
        return cast("types.RemovalPreview", await self._connection.json(OPERATIONS["calls.removals.preview"], {"run_ids": run_ids, "where": where}, options))

    def list(
        self,
        *,
        cursor: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.RemovalList, types.Removal]:
        """The removals of the organization, newest first

        The removals of the organization, newest first. Answers with: a page of removals.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /calls/removals`
        """
        return AsyncListing[types.RemovalList, types.Removal](self._connection, OPERATIONS["calls.removals.list"], {"cursor": cursor, "limit": limit}, options)

    async def create(
        self,
        *,
        run_ids: Sequence[int] | None | Unset = UNSET,
        where: types.RemovedRunsWhere | None | Unset = UNSET,
        expected_runs: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Removal:
        """Remove runs that are over, by their ids or by conditions; figures, budgets and limits count them on

        Remove runs that are over, by their ids or by conditions; figures, budgets and limits count them on. Answers with: the removal, which goes on.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such agent or campaign, or none of the runs
        - 409 (`unexpected_runs`): There are more or fewer runs than `expected_runs`

        `POST /calls/removals`
        """
        return cast("types.Removal", await self._connection.json(OPERATIONS["calls.removals.create"], {"run_ids": run_ids, "where": where, "expected_runs": expected_runs}, options))

    async def get(
        self,
        *,
        removal_id: str,
        options: CallOptions | None = None,
    ) -> types.Removal:
        """How far a removal is, and what it has removed

        How far a removal is, and what it has removed. Answers with: the removal.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such removal in the organization

        `GET /calls/removals/{removal_id}`
        """
        return cast("types.Removal", await self._connection.json(OPERATIONS["calls.removals.get"], {"removal_id": removal_id}, options))


class AsyncCallsArchivesArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        cursor: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ArchiveList, types.Archive]:
        """Days of calls that were archived, newest first, and what is due next

        Days of calls that were archived, newest first, and what is due next. Answers with: a page of archives.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `GET /calls/archives`
        """
        return AsyncListing[types.ArchiveList, types.Archive](self._connection, OPERATIONS["calls.archives.list"], {"cursor": cursor, "limit": limit}, options)

    async def get(
        self,
        *,
        archive_id: str,
        options: CallOptions | None = None,
    ) -> types.WholeArchive:
        """An archive with its files and their checksums

        An archive with its files and their checksums. Answers with: the archive.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such archive in the organization

        `GET /calls/archives/{archive_id}`
        """
        return cast("types.WholeArchive", await self._connection.json(OPERATIONS["calls.archives.get"], {"archive_id": archive_id}, options))

    async def download(
        self,
        *,
        archive_id: str,
        file_id: int,
        options: CallOptions | None = None,
    ) -> types.ArchiveDownload:
        """A link to a file of an archive, which works for five minutes

        A link to a file of an archive, which works for five minutes. Answers with: the link.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such archive or file in the organization

        `GET /calls/archives/{archive_id}/files/{file_id}`
        """
        return cast("types.ArchiveDownload", await self._connection.json(OPERATIONS["calls.archives.download"], {"archive_id": archive_id, "file_id": file_id}, options))


class AsyncCallsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.removals = AsyncCallsRemovalsArea(connection)
        self.archives = AsyncCallsArchivesArea(connection)

    async def start_test_by_workflow(
        self,
        *,
        workflow_uuid: str,
        phone_number: str,
        initial_context: types.JsonObject | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        from_phone_number_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.StartedCall:
        """Place a test call by workflow id, which runs the draft

        Place a test call by workflow id, which runs the draft. Answers with: the call is on its way.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`): The carrier account, the caller id or the number prevents it; code says which
        - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
        - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, or it is archived or not published
        - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
        - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled

        `POST /public/agent/test/workflow/{workflow_uuid}`
        """
        return cast("types.StartedCall", await self._connection.json(OPERATIONS["calls.startTestByWorkflow"], {"workflow_uuid": workflow_uuid, "phone_number": phone_number, "initial_context": initial_context, "telephony_configuration_id": telephony_configuration_id, "from_phone_number_id": from_phone_number_id}, options))

    async def start_test(
        self,
        *,
        uuid: str,
        phone_number: str,
        initial_context: types.JsonObject | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        from_phone_number_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.StartedCall:
        """Place a test call, which runs the draft

        Place a test call, which runs the draft. Answers with: the call is on its way.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`): The carrier account, the caller id or the number prevents it; code says which
        - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
        - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, or it is archived or not published
        - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
        - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled

        `POST /public/agent/test/{uuid}`
        """
        return cast("types.StartedCall", await self._connection.json(OPERATIONS["calls.startTest"], {"uuid": uuid, "phone_number": phone_number, "initial_context": initial_context, "telephony_configuration_id": telephony_configuration_id, "from_phone_number_id": from_phone_number_id}, options))

    async def start_by_workflow(
        self,
        *,
        workflow_uuid: str,
        phone_number: str,
        initial_context: types.JsonObject | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        from_phone_number_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.StartedCall:
        """Place a call by workflow id

        Place a call by workflow id. Answers with: the call is on its way.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`): The carrier account, the caller id or the number prevents it; code says which
        - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
        - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, or it is archived or not published
        - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
        - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled

        `POST /public/agent/workflow/{workflow_uuid}`
        """
        return cast("types.StartedCall", await self._connection.json(OPERATIONS["calls.startByWorkflow"], {"workflow_uuid": workflow_uuid, "phone_number": phone_number, "initial_context": initial_context, "telephony_configuration_id": telephony_configuration_id, "from_phone_number_id": from_phone_number_id}, options))

    async def start(
        self,
        *,
        uuid: str,
        phone_number: str,
        initial_context: types.JsonObject | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        from_phone_number_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.StartedCall:
        """Place a call with an agent by its public id

        Place a call with an agent by its public id. Answers with: the call is on its way.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`): The carrier account, the caller id or the number prevents it; code says which
        - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
        - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, or it is archived or not published
        - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
        - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled

        `POST /public/agent/{uuid}`
        """
        return cast("types.StartedCall", await self._connection.json(OPERATIONS["calls.start"], {"uuid": uuid, "phone_number": phone_number, "initial_context": initial_context, "telephony_configuration_id": telephony_configuration_id, "from_phone_number_id": from_phone_number_id}, options))

    async def initiate(
        self,
        *,
        workflow_id: int,
        workflow_run_id: int | None | Unset = UNSET,
        phone_number: str | None | Unset = UNSET,
        telephony_configuration_id: int | None | Unset = UNSET,
        from_phone_number_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.InitiatedCall:
        """Dial a number with an agent; it runs the draft

        Dial a number with an agent; it runs the draft. Answers with: the call is on its way.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`, `from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`, `workflow_run_not_a_call`, `workflow_run_workflow_mismatch`): The carrier account, the caller id or the number prevents it; code says which
        - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
        - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, run or account
        - 409 (`idempotency_key_reused`, `made_in_sandbox`, `workflow_run_active`, `workflow_run_over`): The run has an active call or has ended
        - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
        - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled

        `POST /telephony/initiate-call`
        """
        return cast("types.InitiatedCall", await self._connection.json(OPERATIONS["calls.initiate"], {"workflow_id": workflow_id, "workflow_run_id": workflow_run_id, "phone_number": phone_number, "telephony_configuration_id": telephony_configuration_id, "from_phone_number_id": from_phone_number_id}, options))

    def list(
        self,
        *,
        workflow_id: int,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        filters: str | Unset = UNSET,
        phone_number: str | Unset = UNSET,
        outcome: str | Unset = UNSET,
        disposition: str | Unset = UNSET,
        answered_by: types.AnsweredBy | Unset = UNSET,
        status: types.RunProgress | Unset = UNSET,
        call_direction: types.CallDirection | Unset = UNSET,
        environment: types.Environment | Unset = UNSET,
        start_date: str | Unset = UNSET,
        end_date: str | Unset = UNSET,
        sort_by: types.RunSortField | Unset = UNSET,
        sort_order: types.SortOrder | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.RunList, types.Run]:
        """Runs of one agent, newest first

        Runs of one agent, newest first. Answers with: one page of runs.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 400 (`invalid_filter`): Unreadable filters
        - 404 (`not_found`): No such agent

        `GET /workflows/{workflow_id}/runs`
        """
        return AsyncListing[types.RunList, types.Run](self._connection, OPERATIONS["calls.list"], {"workflow_id": workflow_id, "page": page, "limit": limit, "filters": filters, "phone_number": phone_number, "outcome": outcome, "disposition": disposition, "answered_by": answered_by, "status": status, "call_direction": call_direction, "environment": environment, "start_date": start_date, "end_date": end_date, "sort_by": sort_by, "sort_order": sort_order}, options)

    async def create(
        self,
        *,
        workflow_id: int,
        mode: str,
        name: str,
        initial_context: types.JsonObject | None | Unset = UNSET,
        recognition: types.Recognition | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.CreatedRun:
        """Create a run of an agent; nobody is called yet

        Create a run of an agent; nobody is called yet. Answers with: the queued run.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`): The agent is archived or has no version
        - 404 (`not_found`): No such agent
        - 503 (`unavailable`): The conversation would have audio, and every media process is full, or none runs

        `POST /workflows/{workflow_id}/runs`
        """
        return cast("types.CreatedRun", await self._connection.json(OPERATIONS["calls.create"], {"workflow_id": workflow_id, "mode": mode, "name": name, "initial_context": initial_context, "recognition": recognition}, options))

    async def get(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> types.Run:
        """One run

        One run. Answers with: the run, with everything that its carrier has reported.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such run of this agent

        `GET /workflows/{workflow_id}/runs/{run_id}`
        """
        return cast("types.Run", await self._connection.json(OPERATIONS["calls.get"], {"workflow_id": workflow_id, "run_id": run_id}, options))

    async def delete(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> types.Removal:
        """Remove a run that is over, with everything that hangs on it; figures, budgets and limits count it on

        Remove a run that is over, with everything that hangs on it; figures, budgets and limits count it on. Answers with: the removal, which goes on.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such run of this agent
        - 409 (`run_in_use`): The run is not over

        `DELETE /workflows/{workflow_id}/runs/{run_id}`
        """
        return cast("types.Removal", await self._connection.json(OPERATIONS["calls.delete"], {"workflow_id": workflow_id, "run_id": run_id}, options))

    async def hang_up(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> types.Run:
        """End a run: hang up its call, or end its session

        End a run: hang up its call, or end its session. Answers with: the run; its end follows in a moment.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such run of this agent
        - 409 (`workflow_run_over`): The run has ended already
        - 503 (`unavailable`): The workflow engine is not reachable, or the run is being taken up again after a crash

        `POST /workflows/{workflow_id}/runs/{run_id}/hang-up`
        """
        return cast("types.Run", await self._connection.json(OPERATIONS["calls.hangUp"], {"workflow_id": workflow_id, "run_id": run_id}, options))

    async def transcript(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> types.Transcript:
        """What was said so far, also while the call lasts

        What was said so far, also while the call lasts. Answers with: everything said and done, in order.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such run of this agent

        `GET /workflows/{workflow_id}/runs/{run_id}/transcript`
        """
        return cast("types.Transcript", await self._connection.json(OPERATIONS["calls.transcript"], {"workflow_id": workflow_id, "run_id": run_id}, options))

    async def peaks(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> types.RecordingPeaks:
        """The loudness of a run's recording, interval by interval, from which a waveform is drawn

        The loudness of a run's recording, interval by interval, from which a waveform is drawn. Answers with: for each channel 0 to 100.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such run of this agent, or no recording of it is kept
        - 503 (`unavailable`): Too many recordings are being measured right now

        `GET /workflows/{workflow_id}/runs/{run_id}/peaks`
        """
        return cast("types.RecordingPeaks", await self._connection.json(OPERATIONS["calls.peaks"], {"workflow_id": workflow_id, "run_id": run_id}, options))

    def list_all(
        self,
        *,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        filters: str | Unset = UNSET,
        phone_number: str | Unset = UNSET,
        outcome: str | Unset = UNSET,
        disposition: str | Unset = UNSET,
        answered_by: types.AnsweredBy | Unset = UNSET,
        status: types.RunProgress | Unset = UNSET,
        call_direction: types.CallDirection | Unset = UNSET,
        environment: types.Environment | Unset = UNSET,
        start_date: str | Unset = UNSET,
        end_date: str | Unset = UNSET,
        sort_by: types.RunSortField | Unset = UNSET,
        sort_order: types.SortOrder | Unset = UNSET,
        workflow_id: int | Unset = UNSET,
        campaign_id: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.UsageRunList, types.UsageRunListRun]:
        """Every run in the account with its cost

        Every run in the account with its cost. Answers with: one page of runs, and what all of them cost.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 400 (`invalid_filter`): Unreadable filters
        - 404 (`not_found`): No such agent or campaign

        `GET /organizations/usage/runs`
        """
        return AsyncListing[types.UsageRunList, types.UsageRunListRun](self._connection, OPERATIONS["calls.listAll"], {"page": page, "limit": limit, "filters": filters, "phone_number": phone_number, "outcome": outcome, "disposition": disposition, "answered_by": answered_by, "status": status, "call_direction": call_direction, "environment": environment, "start_date": start_date, "end_date": end_date, "sort_by": sort_by, "sort_order": sort_order, "workflow_id": workflow_id, "campaign_id": campaign_id}, options)

    async def search(
        self,
        *,
        q: str,
        workflow_id: int | Unset = UNSET,
        campaign_id: int | Unset = UNSET,
        outcome: str | Unset = UNSET,
        call_direction: types.CallDirection | Unset = UNSET,
        environment: types.Environment | Unset = UNSET,
        start_date: str | Unset = UNSET,
        end_date: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.FoundCallList:
        """Search what was said in calls and conversations in writing, by words and by meaning

        Search what was said in calls and conversations in writing, by words and by meaning. Answers with: the calls that fit best, each once, with the words that fit.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent or campaign
        - 503 (`unavailable`): The search is not available now

        `GET /calls/search`
        """
        return cast("types.FoundCallList", await self._connection.json(OPERATIONS["calls.search"], {"q": q, "workflow_id": workflow_id, "campaign_id": campaign_id, "outcome": outcome, "call_direction": call_direction, "environment": environment, "start_date": start_date, "end_date": end_date, "limit": limit}, options))

    async def artifact(
        self,
        *,
        token: str,
        artifact_type: str,
        inline: bool | Unset = UNSET,
        format: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> bytes:
        """Download a recording or transcript with a signed token

        Download a recording or transcript with a signed token. Answers with: a redirect to the file, valid for one hour.

        Needs no key.

        Refuses with

        - 404 (`not_found`): The token is not valid; the answer never says why

        `GET /public/download/workflow/{token}/{artifact_type}`
        """
        return await self._connection.file(OPERATIONS["calls.artifact"], {"token": token, "artifact_type": artifact_type, "inline": inline, "format": format}, options)

    async def revoke_artifact_links(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> types.Run:
        """Revoke all links to a run's recording and transcript

        Revoke all links to a run's recording and transcript. Answers with: the run with new links.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such run of this agent

        `POST /workflows/{workflow_id}/runs/{run_id}/revoke-links`
        """
        return cast("types.Run", await self._connection.json(OPERATIONS["calls.revokeArtifactLinks"], {"workflow_id": workflow_id, "run_id": run_id}, options))

    async def original(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> types.OriginalOfRun:
        """The words and variables of a call as they were before redaction; each look is noted in the audit

        The words and variables of a call as they were before redaction; each look is noted in the audit. Answers with: what was said, with what redaction has left out.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such run of this agent, or no original of it is kept

        `GET /workflows/{workflow_id}/runs/{run_id}/original`
        """
        return cast("types.OriginalOfRun", await self._connection.json(OPERATIONS["calls.original"], {"workflow_id": workflow_id, "run_id": run_id}, options))

    async def original_recording(
        self,
        *,
        workflow_id: int,
        run_id: int,
        part: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> bytes:
        """A call's recording before it was silenced; each look is noted in the audit

        A call's recording before it was silenced; each look is noted in the audit. Answers with: the sound.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such run of this agent, or no such part of its recording is kept

        `GET /workflows/{workflow_id}/runs/{run_id}/original/recording`
        """
        return await self._connection.file(OPERATIONS["calls.originalRecording"], {"workflow_id": workflow_id, "run_id": run_id, "part": part}, options)

    async def report(
        self,
        *,
        workflow_id: int,
        format: types.ReportFormat | Unset = UNSET,
        start_date: str | Unset = UNSET,
        end_date: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> bytes:
        """Download every call of an agent that ended, as CSV or XLSX

        Download every call of an agent that ended, as CSV or XLSX. Answers with: the file.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent

        `GET /workflows/{workflow_id}/report`
        """
        return await self._connection.file(OPERATIONS["calls.report"], {"workflow_id": workflow_id, "format": format, "start_date": start_date, "end_date": end_date}, options)

    async def usage_report(
        self,
        *,
        format: types.ReportFormat | Unset = UNSET,
        filters: str | Unset = UNSET,
        workflow_id: int | Unset = UNSET,
        campaign_id: int | Unset = UNSET,
        phone_number: str | Unset = UNSET,
        outcome: str | Unset = UNSET,
        disposition: str | Unset = UNSET,
        answered_by: types.AnsweredBy | Unset = UNSET,
        status: types.RunProgress | Unset = UNSET,
        call_direction: types.CallDirection | Unset = UNSET,
        environment: types.Environment | Unset = UNSET,
        start_date: str | Unset = UNSET,
        end_date: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> bytes:
        """Download every call of the account that ended, as CSV or XLSX, with the filters of the usage list

        Download every call of the account that ended, as CSV or XLSX, with the filters of the usage list. Answers with: the file.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 400 (`invalid_filter`): Unreadable filters
        - 404 (`not_found`): No such agent or campaign

        `GET /organizations/usage/runs/report`
        """
        return await self._connection.file(OPERATIONS["calls.usageReport"], {"format": format, "filters": filters, "workflow_id": workflow_id, "campaign_id": campaign_id, "phone_number": phone_number, "outcome": outcome, "disposition": disposition, "answered_by": answered_by, "status": status, "call_direction": call_direction, "environment": environment, "start_date": start_date, "end_date": end_date}, options)

    async def daily_usage(
        self,
        *,
        days: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.DailyUsage:
        """Calls, minutes, cost and tokens of the last days, in the organization's zone

        Calls, minutes, cost and tokens of the last days, in the organization's zone. Answers with: the days, and their sum.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/usage/daily`
        """
        return cast("types.DailyUsage", await self._connection.json(OPERATIONS["calls.dailyUsage"], {"days": days}, options))

    async def policy_what_if(
        self,
        *,
        from_: str,
        to: str,
        hours: types.AskedHours | None | Unset = UNSET,
        holidays: Sequence[str] | None | Unset = UNSET,
        max_attempts_per_number_per_day: int | None | Unset = UNSET,
        do_not_call: Sequence[str] | None | Unset = UNSET,
        budget: types.CampaignBudgetInput | None | Unset = UNSET,
        rule_packs: Sequence[str] | None | Unset = UNSET,
        unconfirmed_rules: Sequence[str] | None | Unset = UNSET,
        own_rules: Sequence[types.OwnRule] | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.PolicyWhatIf:
        """Ask rules of all calls of a span: how many would not have been made, by rule

        Ask rules of all calls of a span: how many would not have been made, by rule. Answers with: the counts.

        Needs the role viewer or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        `POST /policy/what-if`
        """
        return cast("types.PolicyWhatIf", await self._connection.json(OPERATIONS["calls.policyWhatIf"], {"from": from_, "to": to, "hours": hours, "holidays": holidays, "max_attempts_per_number_per_day": max_attempts_per_number_per_day, "do_not_call": do_not_call, "budget": budget, "rule_packs": rule_packs, "unconfirmed_rules": unconfirmed_rules, "own_rules": own_rules}, options))

    async def policy_what_if_report(
        self,
        *,
        from_: str,
        to: str,
        format: types.ReportFormat | Unset = UNSET,
        hours: types.AskedHours | None | Unset = UNSET,
        holidays: Sequence[str] | None | Unset = UNSET,
        max_attempts_per_number_per_day: int | None | Unset = UNSET,
        do_not_call: Sequence[str] | None | Unset = UNSET,
        budget: types.CampaignBudgetInput | None | Unset = UNSET,
        rule_packs: Sequence[str] | None | Unset = UNSET,
        unconfirmed_rules: Sequence[str] | None | Unset = UNSET,
        own_rules: Sequence[types.OwnRule] | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> bytes:
        """Download the calls of a span that rules would have stopped, with the rule, as CSV or XLSX

        Download the calls of a span that rules would have stopped, with the rule, as CSV or XLSX. Answers with: the file.

        Needs the role viewer or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        `POST /policy/what-if/report`
        """
        return await self._connection.file(OPERATIONS["calls.policyWhatIfReport"], {"from": from_, "to": to, "format": format, "hours": hours, "holidays": holidays, "max_attempts_per_number_per_day": max_attempts_per_number_per_day, "do_not_call": do_not_call, "budget": budget, "rule_packs": rule_packs, "unconfirmed_rules": unconfirmed_rules, "own_rules": own_rules}, options)


class AsyncAnalyticsViewsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.AnalyticsViewList, types.AnalyticsView]:
        """Questions that are kept under a name: one's own, and those that are shared

        Questions that are kept under a name: one's own, and those that are shared. Answers with: the views, by name, each with what it names and is gone.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /analytics/views`
        """
        return AsyncListing[types.AnalyticsViewList, types.AnalyticsView](self._connection, OPERATIONS["analytics.views.list"], {}, options)

    async def create(
        self,
        *,
        name: str,
        question: types.AskedQuestion,
        shared: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.AnalyticsView:
        """Keep a question under a name, for oneself or for everybody

        Keep a question under a name, for oneself or for everybody. Answers with: the view.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`days_and_dates`, `invalid_filter`): Unreadable filters; more rows than an answer has; a variable that is free text; or more calls than there is time for
        - 402 (`too_many`, `too_much`): The organization has as many views as it may
        - 403 (`filter_not_allowed`, `role_insufficient`): Viewers keep views for themselves
        - 404 (`not_found`): No such agent or campaign

        `POST /analytics/views`
        """
        return cast("types.AnalyticsView", await self._connection.json(OPERATIONS["analytics.views.create"], {"name": name, "question": question, "shared": shared}, options))

    async def update(
        self,
        *,
        view_id: int,
        name: str | None | Unset = UNSET,
        shared: bool | None | Unset = UNSET,
        question: types.AskedQuestion | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.AnalyticsView:
        """Rename a view, share it or not, or keep another question in it

        Rename a view, share it or not, or keep another question in it. Answers with: the view.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`days_and_dates`, `invalid_filter`): Unreadable filters; more rows than an answer has; a variable that is free text; or more calls than there is time for
        - 403 (`filter_not_allowed`, `role_insufficient`): It is shared by somebody else
        - 404 (`not_found`): No such view, agent or campaign

        `PATCH /analytics/views/{view_id}`
        """
        return cast("types.AnalyticsView", await self._connection.json(OPERATIONS["analytics.views.update"], {"view_id": view_id, "name": name, "shared": shared, "question": question}, options))

    async def delete(
        self,
        *,
        view_id: int,
        options: CallOptions | None = None,
    ) -> types.AnalyticsViewsDeleteAnswer:
        """Delete a view

        Delete a view. Answers with: it is gone.

        Needs the role viewer or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 403 (`role_insufficient`): It is shared by somebody else
        - 404 (`not_found`): No such view

        `DELETE /analytics/views/{view_id}`
        """
        return cast("types.AnalyticsViewsDeleteAnswer", await self._connection.json(OPERATIONS["analytics.views.delete"], {"view_id": view_id}, options))


class AsyncAnalyticsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.views = AsyncAnalyticsViewsArea(connection)

    async def ask(
        self,
        *,
        measures: str | Unset = UNSET,
        by: str | Unset = UNSET,
        timezone: str | Unset = UNSET,
        days: int | Unset = UNSET,
        filters: str | Unset = UNSET,
        workflow_id: int | Unset = UNSET,
        campaign_id: int | Unset = UNSET,
        phone_number: str | Unset = UNSET,
        outcome: str | Unset = UNSET,
        disposition: str | Unset = UNSET,
        answered_by: types.AnsweredBy | Unset = UNSET,
        status: types.RunProgress | Unset = UNSET,
        call_direction: types.CallDirection | Unset = UNSET,
        environment: types.Environment | Unset = UNSET,
        start_date: str | Unset = UNSET,
        end_date: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.CallFigures:
        """Count and measure calls over time and by agent, campaign, outcome and more; each figure leads to its calls

        Count and measure calls over time and by agent, campaign, outcome and more; each figure leads to its calls. Answers with: the figures of each group, and of all calls.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 400 (`days_and_dates`, `invalid_filter`, `question_too_slow`, `too_many_rows`, `variable_not_enumerated`): Unreadable filters; more rows than an answer has; a variable that is free text; or more calls than there is time for
        - 404 (`not_found`): No such agent or campaign

        `GET /analytics`
        """
        return cast("types.CallFigures", await self._connection.json(OPERATIONS["analytics.ask"], {"measures": measures, "by": by, "timezone": timezone, "days": days, "filters": filters, "workflow_id": workflow_id, "campaign_id": campaign_id, "phone_number": phone_number, "outcome": outcome, "disposition": disposition, "answered_by": answered_by, "status": status, "call_direction": call_direction, "environment": environment, "start_date": start_date, "end_date": end_date}, options))

    async def report(
        self,
        *,
        measures: str | Unset = UNSET,
        by: str | Unset = UNSET,
        timezone: str | Unset = UNSET,
        days: int | Unset = UNSET,
        filters: str | Unset = UNSET,
        workflow_id: int | Unset = UNSET,
        campaign_id: int | Unset = UNSET,
        phone_number: str | Unset = UNSET,
        outcome: str | Unset = UNSET,
        disposition: str | Unset = UNSET,
        answered_by: types.AnsweredBy | Unset = UNSET,
        status: types.RunProgress | Unset = UNSET,
        call_direction: types.CallDirection | Unset = UNSET,
        environment: types.Environment | Unset = UNSET,
        start_date: str | Unset = UNSET,
        end_date: str | Unset = UNSET,
        format: types.ReportFormat | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> bytes:
        """Download the figures of a question, as CSV or XLSX

        Download the figures of a question, as CSV or XLSX. Answers with: the file.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 400 (`days_and_dates`, `invalid_filter`, `question_too_slow`, `too_many_rows`, `variable_not_enumerated`): Unreadable filters; more rows than an answer has; a variable that is free text; or more calls than there is time for
        - 404 (`not_found`): No such agent or campaign

        `GET /analytics/report`
        """
        return await self._connection.file(OPERATIONS["analytics.report"], {"measures": measures, "by": by, "timezone": timezone, "days": days, "filters": filters, "workflow_id": workflow_id, "campaign_id": campaign_id, "phone_number": phone_number, "outcome": outcome, "disposition": disposition, "answered_by": answered_by, "status": status, "call_direction": call_direction, "environment": environment, "start_date": start_date, "end_date": end_date, "format": format}, options)

    async def measures(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.CallMeasures:
        """What can be asked of calls: measures, dimensions and the variables that agents gather

        What can be asked of calls: measures, dimensions and the variables that agents gather. Answers with: everything that a question may name.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /analytics/measures`
        """
        return cast("types.CallMeasures", await self._connection.json(OPERATIONS["analytics.measures"], {}, options))


class AsyncTextSessionsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(
        self,
        *,
        workflow_id: int,
        name: str | None | Unset = UNSET,
        initial_context: types.JsonObject | None | Unset = UNSET,
        annotations: types.JsonObject | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.TextSession:
        """Start a text session with an agent; the agent says its first words

        Start a text session with an agent; the agent says its first words. Answers with: the session as it is now.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`agent_not_ready`): The agent is archived or has no version
        - 404 (`not_found`): No such agent

        `POST /workflows/{workflow_id}/text-chat/sessions`
        """
        return cast("types.TextSession", await self._connection.json(OPERATIONS["textSessions.create"], {"workflow_id": workflow_id, "name": name, "initial_context": initial_context, "annotations": annotations}, options))

    async def get(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> types.TextSession:
        """One text session with all its turns

        One text session with all its turns. Answers with: the session as it is now.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such session of this agent

        `GET /workflows/{workflow_id}/text-chat/sessions/{run_id}`
        """
        return cast("types.TextSession", await self._connection.json(OPERATIONS["textSessions.get"], {"workflow_id": workflow_id, "run_id": run_id}, options))

    async def message(
        self,
        *,
        workflow_id: int,
        run_id: int,
        text: str,
        expected_revision: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.TextSession:
        """Write to the agent and get its answer

        Write to the agent and get its answer. Answers with: the session as it is now.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such session of this agent
        - 409 (`revision_conflict`, `session_busy`, `session_full`, `session_over`): Another revision, or the session has ended

        `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages`
        """
        return cast("types.TextSession", await self._connection.json(OPERATIONS["textSessions.message"], {"workflow_id": workflow_id, "run_id": run_id, "text": text, "expected_revision": expected_revision}, options))

    def message_stream(
        self,
        *,
        workflow_id: int,
        run_id: int,
        text: str,
        expected_revision: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncEventStream[types.ReplyEvent]:
        """Write to the agent and follow its answer as server-sent events, sentence by sentence

        Write to the agent and follow its answer as server-sent events, sentence by sentence. Answers with: events: `forming` and `sentence` while the agent writes, then `end` with the session as it is now, or `error`. It cannot be resumed: a client that leaves interrupts the agent, and the session holds what was said.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such session of this agent
        - 409 (`revision_conflict`, `session_busy`, `session_full`, `session_over`): Another revision, or the session has ended

        `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages/stream`
        """
        return AsyncEventStream[types.ReplyEvent](self._connection, OPERATIONS["textSessions.messageStream"], {"workflow_id": workflow_id, "run_id": run_id, "text": text, "expected_revision": expected_revision}, options)

    async def end(
        self,
        *,
        workflow_id: int,
        run_id: int,
        expected_revision: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.TextSession:
        """End a text session

        End a text session. Answers with: the session as it is now.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such session of this agent
        - 409 (`revision_conflict`): Another revision, or the session has ended

        `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/end`
        """
        return cast("types.TextSession", await self._connection.json(OPERATIONS["textSessions.end"], {"workflow_id": workflow_id, "run_id": run_id, "expected_revision": expected_revision}, options))

    async def rewind(
        self,
        *,
        workflow_id: int,
        run_id: int,
        cursor_turn_id: str | None | Unset = UNSET,
        expected_revision: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.TextSession:
        """Discard every turn of a text session after one of them

        Discard every turn of a text session after one of them. Answers with: the session as it is now.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such session or turn
        - 409 (`revision_conflict`, `session_busy`, `session_over`): Another revision, or the session has ended

        `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/rewind`
        """
        return cast("types.TextSession", await self._connection.json(OPERATIONS["textSessions.rewind"], {"workflow_id": workflow_id, "run_id": run_id, "cursor_turn_id": cursor_turn_id, "expected_revision": expected_revision}, options))


class AsyncWebCallsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def describe(
        self,
        *,
        token: str,
        options: CallOptions | None = None,
    ) -> types.TalkLink:
        """The target of a talk link: a conversation to join, or an agent by an embed token

        The target of a talk link: a conversation to join, or an agent by an embed token. Answers with: the agent that talks.

        Needs no key.

        Refuses with

        - 404 (`not_found`): The token is unknown, revoked or expired, or its conversation is over
        - 503 (`unavailable`): The conversation has audio, and every media process is full, or none runs

        `GET /public/talk/{token}`
        """
        return cast("types.TalkLink", await self._connection.json(OPERATIONS["webCalls.describe"], {"token": token}, options))

    async def start_embedded(
        self,
        *,
        token: str,
        recognition: types.Recognition | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.StartedWebCall:
        """Begin a conversation by an embed token; it runs the published version

        Begin a conversation by an embed token; it runs the published version. Answers with: where the conversation is joined.

        Needs no key.

        Refuses with

        - 402 (`blocked_budget`, `minutes_used_up`): The minutes of the token or the organization's budget are used up
        - 403 (`origin_not_allowed`): The page's origin is not among the token's
        - 404 (`not_found`): The token is unknown, revoked or expired, or its agent is archived or not published
        - 503 (`unavailable`): The conversation would have audio, and every media process is full, or none runs

        `POST /public/talk/{token}`
        """
        return cast("types.StartedWebCall", await self._connection.json(OPERATIONS["webCalls.startEmbedded"], {"token": token, "recognition": recognition}, options))


class AsyncEmbedTokensArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.EmbedTokenList, types.EmbedToken]:
        """Embed tokens of an agent, newest first, with what they have used

        Embed tokens of an agent, newest first, with what they have used. Answers with: the tokens.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent

        `GET /workflows/{workflow_id}/embed-tokens`
        """
        return AsyncListing[types.EmbedTokenList, types.EmbedToken](self._connection, OPERATIONS["embedTokens.list"], {"workflow_id": workflow_id}, options)

    async def create(
        self,
        *,
        workflow_id: int,
        allowed_origins: Sequence[str],
        name: str | None | Unset = UNSET,
        expires_at: str | None | Unset = UNSET,
        max_minutes: int | None | Unset = UNSET,
        max_concurrent: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.EmbedToken:
        """Let pages of other origins begin conversations with an agent, within limits

        Let pages of other origins begin conversations with an agent, within limits. Answers with: the token and the script for a page.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent
        - 409 (`made_in_sandbox`, `too_many_embed_tokens`): The agent has too many

        `POST /workflows/{workflow_id}/embed-tokens`
        """
        return cast("types.EmbedToken", await self._connection.json(OPERATIONS["embedTokens.create"], {"workflow_id": workflow_id, "allowed_origins": allowed_origins, "name": name, "expires_at": expires_at, "max_minutes": max_minutes, "max_concurrent": max_concurrent}, options))

    async def revoke(
        self,
        *,
        workflow_id: int,
        token_id: int,
        options: CallOptions | None = None,
    ) -> types.EmbedToken:
        """Revoke an embed token: no new conversation can begin with it

        Revoke an embed token: no new conversation can begin with it. Answers with: the revoked token.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such token of this agent

        `DELETE /workflows/{workflow_id}/embed-tokens/{token_id}`
        """
        return cast("types.EmbedToken", await self._connection.json(OPERATIONS["embedTokens.revoke"], {"workflow_id": workflow_id, "token_id": token_id}, options))

    async def get_one(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> types.EmbedTokensGetOneAnswer:
        """The newest embed token of an agent that is neither revoked nor expired

        The newest embed token of an agent that is neither revoked nor expired. Answers with: the token; null: there is none.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent

        `GET /workflows/{workflow_id}/embed-token`
        """
        return cast("types.EmbedTokensGetOneAnswer", await self._connection.json(OPERATIONS["embedTokens.getOne"], {"workflow_id": workflow_id}, options))

    async def create_one(
        self,
        *,
        workflow_id: int,
        allowed_domains: Sequence[str] | None | Unset = UNSET,
        settings: types.JsonObject | None | Unset = UNSET,
        usage_limit: str | None | Unset = UNSET,
        expires_in_days: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.OneEmbedToken:
        """Create the one embed token of an agent, for clients that know one for each agent

        Create the one embed token of an agent, for clients that know one for each agent. Answers with: the token and the script for a page.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent
        - 409 (`made_in_sandbox`, `too_many_embed_tokens`): The agent has too many

        `POST /workflows/{workflow_id}/embed-token`
        """
        return cast("types.OneEmbedToken", await self._connection.json(OPERATIONS["embedTokens.createOne"], {"workflow_id": workflow_id, "allowed_domains": allowed_domains, "settings": settings, "usage_limit": usage_limit, "expires_in_days": expires_in_days}, options))

    async def revoke_one(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> types.EmbedTokensRevokeOneAnswer:
        """Revoke the newest embed token of an agent

        Revoke the newest embed token of an agent. Answers with: whether there was one.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such agent

        `DELETE /workflows/{workflow_id}/embed-token`
        """
        return cast("types.EmbedTokensRevokeOneAnswer", await self._connection.json(OPERATIONS["embedTokens.revokeOne"], {"workflow_id": workflow_id}, options))


class AsyncSupervisionArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.SupervisionList, types.Supervision]:
        """Who listens to a call now, or has taken it over

        Who listens to a call now, or has taken it over. Answers with: the supervisions that are open.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such run of this agent

        `GET /workflows/{workflow_id}/runs/{run_id}/supervisions`
        """
        return AsyncListing[types.SupervisionList, types.Supervision](self._connection, OPERATIONS["supervision.list"], {"workflow_id": workflow_id, "run_id": run_id}, options)

    async def begin(
        self,
        *,
        workflow_id: int,
        run_id: int,
        options: CallOptions | None = None,
    ) -> types.Supervision:
        """Listen to a live call; the answer says where to join

        Listen to a live call; the answer says where to join. Answers with: the supervision, and where it is joined.

        Needs the role supervisor or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 403 (`disclosure_off`, `sandbox_key`): The organization has switched the disclosure off
        - 404 (`not_found`): No such run of this agent
        - 409 (`call_not_in_progress`, `too_many_supervisors`, `workflow_run_over`): The call is not in progress, is over, or has as many supervisors as it may have

        `POST /workflows/{workflow_id}/runs/{run_id}/supervisions`
        """
        return cast("types.Supervision", await self._connection.json(OPERATIONS["supervision.begin"], {"workflow_id": workflow_id, "run_id": run_id}, options))

    async def whisper(
        self,
        *,
        workflow_id: int,
        run_id: int,
        supervision_uuid: str,
        text: str,
        options: CallOptions | None = None,
    ) -> types.Supervision:
        """Whisper to the agent: it reads the words before it speaks next, and the person does not hear them

        Whisper to the agent: it reads the words before it speaks next, and the person does not hear them. Answers with: the supervision.

        Needs the role supervisor or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 403 (`disclosure_off`, `sandbox_key`): The organization has switched the disclosure off
        - 404 (`not_found`): No such run of this agent, or no such supervision of it
        - 409 (`call_being_transferred`, `supervision_over`, `workflow_run_over`): The call or the supervision is over, or its agent has left the person to somebody else

        `POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/whispers`
        """
        return cast("types.Supervision", await self._connection.json(OPERATIONS["supervision.whisper"], {"workflow_id": workflow_id, "run_id": run_id, "supervision_uuid": supervision_uuid, "text": text}, options))

    async def take_over(
        self,
        *,
        workflow_id: int,
        run_id: int,
        supervision_uuid: str,
        options: CallOptions | None = None,
    ) -> types.Supervision:
        """Take a call over: its agent is silent at once, and the supervisor speaks to the person

        Take a call over: its agent is silent at once, and the supervisor speaks to the person. Answers with: the supervision.

        Needs the role supervisor or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 403 (`disclosure_off`, `sandbox_key`): The organization has switched the disclosure off
        - 404 (`not_found`): No such run of this agent, or no such supervision of it
        - 409 (`call_being_transferred`, `call_taken_over`, `supervision_not_joined`, `supervision_over`, `take_over_impossible`, `workflow_run_over`): Somebody else has taken the call over, it cannot be taken over, the supervisor has not joined, or it is over

        `POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/take-over`
        """
        return cast("types.Supervision", await self._connection.json(OPERATIONS["supervision.takeOver"], {"workflow_id": workflow_id, "run_id": run_id, "supervision_uuid": supervision_uuid}, options))

    async def say(
        self,
        *,
        workflow_id: int,
        run_id: int,
        supervision_uuid: str,
        text: str,
        options: CallOptions | None = None,
    ) -> types.Supervision:
        """Have the agent's voice say something to the person, while the call is taken over

        Have the agent's voice say something to the person, while the call is taken over. Answers with: the supervision.

        Needs the role supervisor or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 403 (`disclosure_off`, `sandbox_key`): The organization has switched the disclosure off
        - 404 (`not_found`): No such run of this agent, or no such supervision of it
        - 409 (`call_not_taken_over`, `supervision_over`, `too_many_words`, `workflow_run_over`): The call is not taken over by this supervisor, or is over

        `POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/words`
        """
        return cast("types.Supervision", await self._connection.json(OPERATIONS["supervision.say"], {"workflow_id": workflow_id, "run_id": run_id, "supervision_uuid": supervision_uuid, "text": text}, options))

    async def leave(
        self,
        *,
        workflow_id: int,
        run_id: int,
        supervision_uuid: str,
        call: types.LeavingChoice | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Supervision:
        """Leave a call: its agent goes on, or the call ends

        Leave a call: its agent goes on, or the call ends. Answers with: the supervision as it ended.

        Needs the role supervisor or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such run of this agent, or no such supervision of it
        - 503 (`unavailable`): The workflow engine is not reachable, so that the call could not be ended

        `DELETE /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}`
        """
        return cast("types.Supervision", await self._connection.json(OPERATIONS["supervision.leave"], {"workflow_id": workflow_id, "run_id": run_id, "supervision_uuid": supervision_uuid, "call": call}, options))


class AsyncModelsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.ModelConfiguration:
        """The models that agents think and talk with

        The models that agents think and talk with. Answers with: the models; keys are masked.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/model-configurations/v2`
        """
        return cast("types.ModelConfiguration", await self._connection.json(OPERATIONS["models.get"], {}, options))

    async def set(
        self,
        *,
        embeddings: types.OrganizationModelInput | None | Unset = UNSET,
        llm: types.OrganizationModelInput | None | Unset = UNSET,
        tts: types.OrganizationModelInput | None | Unset = UNSET,
        stt: types.OrganizationModelInput | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ModelConfiguration:
        """Set the models: one that is left out is removed, with its key; without a model for text, agents talk by the scripted stand-in

        Set the models: one that is left out is removed, with its key; without a model for text, agents talk by the scripted stand-in. Answers with: the models; keys are masked. Documents whose vectors are of another embeddings model than this one (`needs_reingest`) get new ones from now on, those too for which it failed before; until they are complete the old ones serve, for which the former model's key is kept.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `PUT /organizations/model-configurations/v2`
        """
        return cast("types.ModelConfiguration", await self._connection.json(OPERATIONS["models.set"], {"embeddings": embeddings, "llm": llm, "tts": tts, "stt": stt}, options))

    async def update(
        self,
        *,
        embeddings: types.OrganizationModelInput | None | Unset = UNSET,
        llm: types.OrganizationModelInput | None | Unset = UNSET,
        tts: types.OrganizationModelInput | None | Unset = UNSET,
        stt: types.OrganizationModelInput | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ModelConfiguration:
        """Change some of the models: one that is left out stays, null removes one

        Change some of the models: one that is left out stays, null removes one. Answers with: the models; keys are masked. Documents whose vectors are of another embeddings model than this one (`needs_reingest`) get new ones from now on, those too for which it failed before; until they are complete the old ones serve, for which the former model's key is kept.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `PATCH /organizations/model-configurations/v2`
        """
        return cast("types.ModelConfiguration", await self._connection.json(OPERATIONS["models.update"], {"embeddings": embeddings, "llm": llm, "tts": tts, "stt": stt}, options))

    async def try_(
        self,
        *,
        text: str,
        options: CallOptions | None = None,
    ) -> types.TriedModel:
        """Have the model that agents talk with answer one sentence

        Have the model that agents talk with answer one sentence. Answers with: what it said, and how quick it was.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 502 (`model_invalid_answer`, `model_rate_limited`, `model_refused`, `model_timeout`, `model_unauthorized`, `model_unavailable`): The model did not answer, in the words of its server

        `POST /organizations/model-configurations/v2/try`
        """
        return cast("types.TriedModel", await self._connection.json(OPERATIONS["models.try"], {"text": text}, options))


class AsyncMessagesArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        phone_number: str | Unset = UNSET,
        own_number: str | Unset = UNSET,
        campaign_id: int | Unset = UNSET,
        direction: types.CallDirection | Unset = UNSET,
        state: types.MessageState | Unset = UNSET,
        since: str | Unset = UNSET,
        until: str | Unset = UNSET,
        cursor: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.Messages, types.Message]:
        """Texts to people and from them, newest first

        Texts to people and from them, newest first. Answers with: one page, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /messages`
        """
        return AsyncListing[types.Messages, types.Message](self._connection, OPERATIONS["messages.list"], {"phone_number": phone_number, "own_number": own_number, "campaign_id": campaign_id, "direction": direction, "state": state, "since": since, "until": until, "cursor": cursor, "limit": limit}, options)

    async def send(
        self,
        *,
        to: str,
        body: str,
        telephony_configuration_id: int | None | Unset = UNSET,
        from_phone_number_id: int | None | Unset = UNSET,
        campaign_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Message:
        """Send a text (SMS); repeating the request with its Idempotency-Key sends nothing twice

        Send a text (SMS); repeating the request with its Idempotency-Key sends nothing twice. Answers with: the text: `sent`, or `failed` with the carrier's words, or `unknown` where its answer was unclear.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`carrier_sends_no_texts`, `from_phone_number_not_found`, `telephony_not_configured`, `telephony_not_ready`, `text_too_long`): The carrier account or its numbers prevent it; code says which
        - 402 (`blocked_budget`): The organization's budget has no room for what the text costs
        - 403 (`blocked_consent`, `blocked_dnc`, `blocked_number_kind`, `blocked_rule`, `blocked_window`, `sandbox_key`): A rule forbids it, or these are quiet hours: the sentence says until when
        - 404 (`not_found`, `telephony_configuration_not_found`): No such carrier account or campaign in the organization
        - 409 (`idempotency_key_reused`): The Idempotency-Key was used for another text
        - 429 (`too_many_requests`): The carrier asks to slow down

        `POST /messages`
        """
        return cast("types.Message", await self._connection.json(OPERATIONS["messages.send"], {"to": to, "body": body, "telephony_configuration_id": telephony_configuration_id, "from_phone_number_id": from_phone_number_id, "campaign_id": campaign_id}, options))

    async def get(
        self,
        *,
        message_id: str,
        options: CallOptions | None = None,
    ) -> types.Message:
        """One text, with what became of it

        One text, with what became of it. Answers with: the text.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such text in the organization

        `GET /messages/{message_id}`
        """
        return cast("types.Message", await self._connection.json(OPERATIONS["messages.get"], {"message_id": message_id}, options))


class AsyncCarrierCallbacksArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def livekit(
        self,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """LiveKit tells who is in the room of a call over a SIP trunk

        LiveKit tells who is in the room of a call over a SIP trunk. Answers with: taken, also when it was known or is of something else.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed with LiveKit's key
        - 404 (`not_found`): No LiveKit is configured, or no such run
        - 503: Not taken: send it again

        `POST /telephony/livekit`
        """
        await self._connection.none(OPERATIONS["carrierCallbacks.livekit"], {}, options)

    async def status_by_get(
        self,
        *,
        provider: str,
        organization_id: str,
        run_uuid: str,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier reports the state of a call

        A carrier reports the state of a call. Answers with: accepted, also when it was known.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier
        - 404 (`not_found`): No such run
        - 503: Not taken: send it again

        `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status`
        """
        await self._connection.none(OPERATIONS["carrierCallbacks.statusByGet"], {"provider": provider, "organization_id": organization_id, "run_uuid": run_uuid}, options)

    async def status(
        self,
        *,
        provider: str,
        organization_id: str,
        run_uuid: str,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier reports the state of a call

        A carrier reports the state of a call. Answers with: accepted, also when it was known.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier
        - 404 (`not_found`): No such run
        - 503: Not taken: send it again

        `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status`
        """
        await self._connection.none(OPERATIONS["carrierCallbacks.status"], {"provider": provider, "organization_id": organization_id, "run_uuid": run_uuid}, options)

    async def answer_by_get(
        self,
        *,
        provider: str,
        organization_id: str,
        run_uuid: str,
        part: int,
        said: int,
        round: int,
        hold: int,
        turn: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier asks for the instructions of an answered call

        A carrier asks for the instructions of an answered call. Answers with: instructions in the carrier's own language.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier
        - 404 (`not_found`): No such run
        - 503: Not taken: send it again

        `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer`
        """
        await self._connection.none(OPERATIONS["carrierCallbacks.answerByGet"], {"provider": provider, "organization_id": organization_id, "run_uuid": run_uuid, "part": part, "said": said, "round": round, "hold": hold, "turn": turn}, options)

    async def answer(
        self,
        *,
        provider: str,
        organization_id: str,
        run_uuid: str,
        part: int,
        said: int,
        round: int,
        hold: int,
        turn: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier asks for the instructions of an answered call

        A carrier asks for the instructions of an answered call. Answers with: instructions in the carrier's own language.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier
        - 404 (`not_found`): No such run
        - 503: Not taken: send it again

        `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer`
        """
        await self._connection.none(OPERATIONS["carrierCallbacks.answer"], {"provider": provider, "organization_id": organization_id, "run_uuid": run_uuid, "part": part, "said": said, "round": round, "hold": hold, "turn": turn}, options)

    async def turn_by_get(
        self,
        *,
        provider: str,
        organization_id: str,
        run_uuid: str,
        part: int,
        said: int,
        round: int,
        hold: int,
        turn: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier reports the person's words and asks for the next instructions

        A carrier reports the person's words and asks for the next instructions. Answers with: instructions in the carrier's own language.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier
        - 404 (`not_found`): No such run
        - 503: Not taken: send it again

        `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn`
        """
        await self._connection.none(OPERATIONS["carrierCallbacks.turnByGet"], {"provider": provider, "organization_id": organization_id, "run_uuid": run_uuid, "part": part, "said": said, "round": round, "hold": hold, "turn": turn}, options)

    async def turn(
        self,
        *,
        provider: str,
        organization_id: str,
        run_uuid: str,
        part: int,
        said: int,
        round: int,
        hold: int,
        turn: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier reports the person's words and asks for the next instructions

        A carrier reports the person's words and asks for the next instructions. Answers with: instructions in the carrier's own language.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier
        - 404 (`not_found`): No such run
        - 503: Not taken: send it again

        `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn`
        """
        await self._connection.none(OPERATIONS["carrierCallbacks.turn"], {"provider": provider, "organization_id": organization_id, "run_uuid": run_uuid, "part": part, "said": said, "round": round, "hold": hold, "turn": turn}, options)

    async def after_by_get(
        self,
        *,
        provider: str,
        organization_id: str,
        run_uuid: str,
        part: int,
        said: int,
        round: int,
        hold: int,
        turn: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier asks for the instructions after a relay or a transfer

        A carrier asks for the instructions after a relay or a transfer. Answers with: instructions in the carrier's own language.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier
        - 404 (`not_found`): No such run
        - 503: Not taken: send it again

        `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after`
        """
        await self._connection.none(OPERATIONS["carrierCallbacks.afterByGet"], {"provider": provider, "organization_id": organization_id, "run_uuid": run_uuid, "part": part, "said": said, "round": round, "hold": hold, "turn": turn}, options)

    async def after(
        self,
        *,
        provider: str,
        organization_id: str,
        run_uuid: str,
        part: int,
        said: int,
        round: int,
        hold: int,
        turn: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier asks for the instructions after a relay or a transfer

        A carrier asks for the instructions after a relay or a transfer. Answers with: instructions in the carrier's own language.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier
        - 404 (`not_found`): No such run
        - 503: Not taken: send it again

        `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after`
        """
        await self._connection.none(OPERATIONS["carrierCallbacks.after"], {"provider": provider, "organization_id": organization_id, "run_uuid": run_uuid, "part": part, "said": said, "round": round, "hold": hold, "turn": turn}, options)


class AsyncCarrierTextsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def status(
        self,
        *,
        provider: str,
        organization_id: str,
        message_uuid: str,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier reports what became of a text

        A carrier reports what became of a text. Answers with: accepted, also when it was known.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier
        - 404 (`not_found`): No such text

        `POST /telephony/messages/{provider}/{organization_id}/{message_uuid}/status`
        """
        await self._connection.none(OPERATIONS["carrierTexts.status"], {"provider": provider, "organization_id": organization_id, "message_uuid": message_uuid}, options)

    async def receive(
        self,
        *,
        provider: str,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier hands over a text from a person

        A carrier hands over a text from a person. Answers with: accepted, also when it was known.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier of any account
        - 404 (`not_found`): No such carrier, or one without texts

        `POST /telephony/messages/{provider}`
        """
        await self._connection.none(OPERATIONS["carrierTexts.receive"], {"provider": provider}, options)


class AsyncInboundArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def announce_by_get(
        self,
        *,
        provider: str,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier announces an inbound call and asks for its instructions

        A carrier announces an inbound call and asks for its instructions. Answers with: instructions in the carrier's own language.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier of any account
        - 404 (`not_found`): No such carrier or account

        `GET /telephony/inbound/{provider}`
        """
        await self._connection.none(OPERATIONS["inbound.announceByGet"], {"provider": provider}, options)

    async def announce(
        self,
        *,
        provider: str,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier announces an inbound call and asks for its instructions

        A carrier announces an inbound call and asks for its instructions. Answers with: instructions in the carrier's own language.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier of any account
        - 404 (`not_found`): No such carrier or account

        `POST /telephony/inbound/{provider}`
        """
        await self._connection.none(OPERATIONS["inbound.announce"], {"provider": provider}, options)

    async def status_by_get(
        self,
        *,
        provider: str,
        organization_id: str,
        telephony_configuration_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier reports the state of an inbound call

        A carrier reports the state of an inbound call. Answers with: accepted, also when it was known.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier of any account
        - 404 (`not_found`): No such carrier or account

        `GET /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status`
        """
        await self._connection.none(OPERATIONS["inbound.statusByGet"], {"provider": provider, "organization_id": organization_id, "telephony_configuration_id": telephony_configuration_id}, options)

    async def status(
        self,
        *,
        provider: str,
        organization_id: str,
        telephony_configuration_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """A carrier reports the state of an inbound call

        A carrier reports the state of an inbound call. Answers with: accepted, also when it was known.

        Needs no key.

        Refuses with

        - 403 (`callback_refused`): Not signed by the carrier of any account
        - 404 (`not_found`): No such carrier or account

        `POST /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status`
        """
        await self._connection.none(OPERATIONS["inbound.status"], {"provider": provider, "organization_id": organization_id, "telephony_configuration_id": telephony_configuration_id}, options)


class AsyncCredentialsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[builtins.list[types.Credential], types.Credential]:
        """Every credential, by name and hint

        Every credential, by name and hint. Answers with: the credentials, by name.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /credentials/`
        """
        return AsyncListing[builtins.list[types.Credential], types.Credential](self._connection, OPERATIONS["credentials.list"], {}, options)

    async def create(
        self,
        *,
        name: str,
        credential_type: types.CredentialType,
        credential_data: types.StringMap,
        description: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Credential:
        """Store a key or password that tools use; it is never shown again

        Store a key or password that tools use; it is never shown again. Answers with: the credential, without its value.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room

        `POST /credentials/`
        """
        return cast("types.Credential", await self._connection.json(OPERATIONS["credentials.create"], {"name": name, "credential_type": credential_type, "credential_data": credential_data, "description": description}, options))

    async def get(
        self,
        *,
        credential_uuid: str,
        options: CallOptions | None = None,
    ) -> types.Credential:
        """One credential, without its value

        One credential, without its value. Answers with: the credential.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such credential in the organization

        `GET /credentials/{credential_uuid}`
        """
        return cast("types.Credential", await self._connection.json(OPERATIONS["credentials.get"], {"credential_uuid": credential_uuid}, options))

    async def update(
        self,
        *,
        credential_uuid: str,
        name: str | None | Unset = UNSET,
        description: str | None | Unset = UNSET,
        credential_type: types.CredentialType | None | Unset = UNSET,
        credential_data: types.StringMap | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Credential:
        """Rename a credential or replace its value; fields that are left out stay

        Rename a credential or replace its value; fields that are left out stay. Answers with: the credential as it is now.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such credential in the organization

        `PUT /credentials/{credential_uuid}`
        """
        return cast("types.Credential", await self._connection.json(OPERATIONS["credentials.update"], {"credential_uuid": credential_uuid, "name": name, "description": description, "credential_type": credential_type, "credential_data": credential_data}, options))

    async def delete(
        self,
        *,
        credential_uuid: str,
        force: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.CredentialsDeleteAnswer:
        """Remove a credential; with force=true also one that tools or agents name, which fail from then on

        Remove a credential; with force=true also one that tools or agents name, which fail from then on. Answers with: it is deleted.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such credential in the organization
        - 409 (`credential_in_use`): Tools or agents name it; the answer names them

        `DELETE /credentials/{credential_uuid}`
        """
        return cast("types.CredentialsDeleteAnswer", await self._connection.json(OPERATIONS["credentials.delete"], {"credential_uuid": credential_uuid, "force": force}, options))


class AsyncToolsConnectorsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ToolsConnectorsListAnswer, types.Connector]:
        """Apps that can be connected, and what agents can do there

        Apps that can be connected, and what agents can do there. Answers with: every app; `available` says whether it can be connected.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /connectors`
        """
        return AsyncListing[types.ToolsConnectorsListAnswer, types.Connector](self._connection, OPERATIONS["tools.connectors.list"], {}, options)

    async def connect(
        self,
        *,
        slug: str,
        options: CallOptions | None = None,
    ) -> types.ToolsConnectorsConnectAnswer:
        """Start connecting an app: a person opens the address and signs in there

        Start connecting an app: a person opens the address and signs in there. Answers with: where to sign in.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`connector_unavailable`): No client of the app is configured
        - 404 (`not_found`): No such app

        `POST /connectors/{slug}/connect`
        """
        return cast("types.ToolsConnectorsConnectAnswer", await self._connection.json(OPERATIONS["tools.connectors.connect"], {"slug": slug}, options))

    async def show_sign_in(
        self,
        *,
        state: str,
        options: CallOptions | None = None,
    ) -> str:
        """A page for people: who asks them to sign in to an app, and for which organization

        A page for people: who asks them to sign in to an app, and for which organization. Answers with: the page, with a button that goes on.

        Needs no key.

        Refuses with

        - 400: A page that says why it does not go on

        `GET /connectors/sign-in`
        """
        return await self._connection.text(OPERATIONS["tools.connectors.showSignIn"], {"state": state}, options)

    async def confirm_sign_in(
        self,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """The button of that page: the sign-in goes on in this browser, at the app

        The button of that page: the sign-in goes on in this browser, at the app. Answers with: to the app.

        Needs no key.

        Refuses with

        - 400: A page that says why it does not go on

        `POST /connectors/sign-in`
        """
        await self._connection.none(OPERATIONS["tools.connectors.confirmSignIn"], {}, options)

    async def callback(
        self,
        *,
        state: str | Unset = UNSET,
        code: str | Unset = UNSET,
        error: str | Unset = UNSET,
        iss: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> str:
        """Where an app sends people back to; a page for them

        Where an app sends people back to; a page for them. Answers with: a page that says that it is connected.

        Needs no key.

        Refuses with

        - 400: A page that says why nothing was connected

        `GET /connectors/callback`
        """
        return await self._connection.text(OPERATIONS["tools.connectors.callback"], {"state": state, "code": code, "error": error, "iss": iss}, options)

    def accounts(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ToolsConnectorsAccountsAnswer, types.ConnectedAccount]:
        """Apps the account has connected

        Apps the account has connected. Answers with: the connected accounts by app.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /connectors/accounts`
        """
        return AsyncListing[types.ToolsConnectorsAccountsAnswer, types.ConnectedAccount](self._connection, OPERATIONS["tools.connectors.accounts"], {}, options)

    async def revoke(
        self,
        *,
        account_id: int,
        options: CallOptions | None = None,
    ) -> types.ConnectedAccount:
        """Disconnect an account: agents no longer act there

        Disconnect an account: agents no longer act there. Answers with: the account.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such account in the organization

        `DELETE /connectors/accounts/{account_id}`
        """
        return cast("types.ConnectedAccount", await self._connection.json(OPERATIONS["tools.connectors.revoke"], {"account_id": account_id}, options))

    def activity(
        self,
        *,
        account_id: int | Unset = UNSET,
        slug: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.ToolsConnectorsActivityAnswer, types.ConnectorActivity]:
        """What agents did in connected apps

        What agents did in connected apps. Answers with: one page, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /connectors/activity`
        """
        return AsyncListing[types.ToolsConnectorsActivityAnswer, types.ConnectorActivity](self._connection, OPERATIONS["tools.connectors.activity"], {"account_id": account_id, "slug": slug, "cursor": cursor, "limit": limit}, options)

    async def set_client(
        self,
        *,
        slug: str,
        client_id: str,
        client_secret: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ToolsConnectorsSetClientAnswer:
        """Have an app's sign-in use an OAuth client of your own

        Have an app's sign-in use an OAuth client of your own. Answers with: whose client it is now.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such app

        `PUT /connectors/{slug}/client`
        """
        return cast("types.ToolsConnectorsSetClientAnswer", await self._connection.json(OPERATIONS["tools.connectors.setClient"], {"slug": slug, "client_id": client_id, "client_secret": client_secret}, options))

    async def remove_client(
        self,
        *,
        slug: str,
        options: CallOptions | None = None,
    ) -> types.ToolsConnectorsRemoveClientAnswer:
        """Remove the organization's own OAuth client of an app

        Remove the organization's own OAuth client of an app. Answers with: whose client it is now.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such app

        `DELETE /connectors/{slug}/client`
        """
        return cast("types.ToolsConnectorsRemoveClientAnswer", await self._connection.json(OPERATIONS["tools.connectors.removeClient"], {"slug": slug}, options))


class AsyncToolsMcpArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def connect(
        self,
        *,
        tool_uuid: str,
        options: CallOptions | None = None,
    ) -> types.ToolsMcpConnectAnswer:
        """Start signing in to the server of an MCP tool: a person opens the address and signs in there

        Start signing in to the server of an MCP tool: a person opens the address and signs in there. Answers with: where to sign in; afterwards the tool acts by that account.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`mcp_needs_client`, `mcp_not_connectable`, `tool_is_not_mcp`): The server asks nobody to sign in, or not in the way that MCP describes
        - 404 (`not_found`): No such tool
        - 409 (`mcp_has_credential`): The tool has a credential

        `POST /tools/{tool_uuid}/mcp/connect`
        """
        return cast("types.ToolsMcpConnectAnswer", await self._connection.json(OPERATIONS["tools.mcp.connect"], {"tool_uuid": tool_uuid}, options))


class AsyncToolsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.connectors = AsyncToolsConnectorsArea(connection)
        self.mcp = AsyncToolsMcpArea(connection)

    def list(
        self,
        *,
        status: str | Unset = UNSET,
        category: types.ToolCategory | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[builtins.list[types.Tool], types.Tool]:
        """Every tool

        Every tool. Answers with: the tools, by name; of archived ones the newest 1,000.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /tools/`
        """
        return AsyncListing[builtins.list[types.Tool], types.Tool](self._connection, OPERATIONS["tools.list"], {"status": status, "category": category}, options)

    async def create(
        self,
        *,
        name: str,
        definition: types.ToolsCreateBodyDefinition,
        description: str | None | Unset = UNSET,
        category: types.ToolCategory | None | Unset = UNSET,
        icon: str | None | Unset = UNSET,
        icon_color: str | None | Unset = UNSET,
        requires_confirmation: bool | None | Unset = UNSET,
        compensation: types.ToolCompensationInput | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Tool:
        """Create a tool; definition.type is its category

        Create a tool; definition.type is its category. Answers with: the tool.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room

        `POST /tools/`
        """
        return cast("types.Tool", await self._connection.json(OPERATIONS["tools.create"], {"name": name, "definition": definition, "description": description, "category": category, "icon": icon, "icon_color": icon_color, "requires_confirmation": requires_confirmation, "compensation": compensation}, options))

    async def get(
        self,
        *,
        tool_uuid: str,
        options: CallOptions | None = None,
    ) -> types.Tool:
        """One tool

        One tool. Answers with: the tool.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such tool in the organization

        `GET /tools/{tool_uuid}`
        """
        return cast("types.Tool", await self._connection.json(OPERATIONS["tools.get"], {"tool_uuid": tool_uuid}, options))

    async def update(
        self,
        *,
        tool_uuid: str,
        name: str | None | Unset = UNSET,
        description: str | None | Unset = UNSET,
        icon: str | None | Unset = UNSET,
        icon_color: str | None | Unset = UNSET,
        definition: types.ToolsUpdateBodyDefinition | None | Unset = UNSET,
        status: types.ToolStatus | None | Unset = UNSET,
        requires_confirmation: bool | None | Unset = UNSET,
        compensation: types.ToolCompensationInput | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Tool:
        """Change a tool; fields that are left out stay, a definition is replaced as a whole

        Change a tool; fields that are left out stay, a definition is replaced as a whole. Answers with: the tool as it is now.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such tool in the organization

        `PUT /tools/{tool_uuid}`
        """
        return cast("types.Tool", await self._connection.json(OPERATIONS["tools.update"], {"tool_uuid": tool_uuid, "name": name, "description": description, "icon": icon, "icon_color": icon_color, "definition": definition, "status": status, "requires_confirmation": requires_confirmation, "compensation": compensation}, options))

    async def delete(
        self,
        *,
        tool_uuid: str,
        options: CallOptions | None = None,
    ) -> types.ToolsDeleteAnswer:
        """Archive a tool: agents no longer use it

        Archive a tool: agents no longer use it. Answers with: it is archived.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 404 (`not_found`): No such tool in the organization

        `DELETE /tools/{tool_uuid}`
        """
        return cast("types.ToolsDeleteAnswer", await self._connection.json(OPERATIONS["tools.delete"], {"tool_uuid": tool_uuid}, options))

    async def unarchive(
        self,
        *,
        tool_uuid: str,
        options: CallOptions | None = None,
    ) -> types.Tool:
        """Bring a tool back

        Bring a tool back. Answers with: the tool.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such tool in the organization

        `POST /tools/{tool_uuid}/unarchive`
        """
        return cast("types.Tool", await self._connection.json(OPERATIONS["tools.unarchive"], {"tool_uuid": tool_uuid}, options))

    async def refresh_mcp(
        self,
        *,
        tool_uuid: str,
        options: CallOptions | None = None,
    ) -> types.McpRefresh:
        """Re-read an MCP server's tool list

        Re-read an MCP server's tool list. Answers with: the list; with `error` the last one.

        Needs the role admin or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`tool_is_not_mcp`): The tool is not an MCP server
        - 404 (`not_found`): No such tool in the organization

        `POST /tools/{tool_uuid}/mcp/refresh`
        """
        return cast("types.McpRefresh", await self._connection.json(OPERATIONS["tools.refreshMcp"], {"tool_uuid": tool_uuid}, options))

    async def test(
        self,
        *,
        tool_uuid: str,
        arguments: types.JsonObject | None | Unset = UNSET,
        context: types.JsonObject | None | Unset = UNSET,
        function: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.ToolTest:
        """Run a tool as an agent would, and see the result that the agent would get

        Run a tool as an agent would, and see the result that the agent would get. Answers with: the result, also of a failure.

        Needs the role operator or a higher one.

        With a sandbox key: makes and changes what was made in the sandbox, and nothing else.

        Refuses with

        - 400 (`tool_is_part_of_calls`): The tool ends or transfers calls and cannot run without one
        - 404 (`not_found`): No such tool in the organization
        - 409 (`tool_archived`): The tool is archived

        `POST /tools/{tool_uuid}/test`
        """
        return cast("types.ToolTest", await self._connection.json(OPERATIONS["tools.test"], {"tool_uuid": tool_uuid, "arguments": arguments, "context": context, "function": function}, options))


class AsyncWebhooksArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[builtins.list[types.Webhook], types.Webhook]:
        """Every webhook

        Every webhook. Answers with: the webhooks, in the order they were made.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/webhooks`
        """
        return AsyncListing[builtins.list[types.Webhook], types.Webhook](self._connection, OPERATIONS["webhooks.list"], {}, options)

    async def create(
        self,
        *,
        url: str,
        events: Sequence[types.WebhookEventName] | None | Unset = UNSET,
        description: str | None | Unset = UNSET,
        is_active: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.WebhookWithSecret:
        """Send events to a system of yours; only this answer contains the secret

        Send events to a system of yours; only this answer contains the secret. Answers with: the webhook with its secret.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 409 (`too_many_webhooks`): There are too many

        `POST /organizations/webhooks`
        """
        return cast("types.WebhookWithSecret", await self._connection.json(OPERATIONS["webhooks.create"], {"url": url, "events": events, "description": description, "is_active": is_active}, options))

    def dead_letters(
        self,
        *,
        before_id: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.WebhookDeliveryList, types.WebhookDelivery]:
        """Failed deliveries of all webhooks, newest first

        Failed deliveries of all webhooks, newest first. Answers with: one page.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /organizations/webhooks/dead-letters`
        """
        return AsyncListing[types.WebhookDeliveryList, types.WebhookDelivery](self._connection, OPERATIONS["webhooks.deadLetters"], {"before_id": before_id, "limit": limit}, options)

    async def get(
        self,
        *,
        webhook_id: int,
        options: CallOptions | None = None,
    ) -> types.Webhook:
        """One webhook

        One webhook. Answers with: the webhook.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such webhook in the organization

        `GET /organizations/webhooks/{webhook_id}`
        """
        return cast("types.Webhook", await self._connection.json(OPERATIONS["webhooks.get"], {"webhook_id": webhook_id}, options))

    async def update(
        self,
        *,
        webhook_id: int,
        url: str | None | Unset = UNSET,
        events: Sequence[types.WebhookEventName] | None | Unset = UNSET,
        description: str | None | Unset = UNSET,
        is_active: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Webhook:
        """Change a webhook, or switch it on or off; fields that are left out stay

        Change a webhook, or switch it on or off; fields that are left out stay. Answers with: the webhook as it is now.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such webhook in the organization

        `PUT /organizations/webhooks/{webhook_id}`
        """
        return cast("types.Webhook", await self._connection.json(OPERATIONS["webhooks.update"], {"webhook_id": webhook_id, "url": url, "events": events, "description": description, "is_active": is_active}, options))

    async def delete(
        self,
        *,
        webhook_id: int,
        options: CallOptions | None = None,
    ) -> types.WebhooksDeleteAnswer:
        """Remove a webhook with its deliveries

        Remove a webhook with its deliveries. Answers with: it is deleted.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such webhook in the organization

        `DELETE /organizations/webhooks/{webhook_id}`
        """
        return cast("types.WebhooksDeleteAnswer", await self._connection.json(OPERATIONS["webhooks.delete"], {"webhook_id": webhook_id}, options))

    async def rotate_secret(
        self,
        *,
        webhook_id: int,
        options: CallOptions | None = None,
    ) -> types.WebhookWithSecret:
        """Replace the secret; for a day the old one signs too

        Replace the secret; for a day the old one signs too. Answers with: the webhook with its new secret.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such webhook in the organization

        `POST /organizations/webhooks/{webhook_id}/rotate-secret`
        """
        return cast("types.WebhookWithSecret", await self._connection.json(OPERATIONS["webhooks.rotateSecret"], {"webhook_id": webhook_id}, options))

    async def test(
        self,
        *,
        webhook_id: int,
        options: CallOptions | None = None,
    ) -> types.WebhookDelivery:
        """Send a test event

        Send a test event. Answers with: the delivery; the list says what became of it.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such webhook in the organization
        - 409 (`webhook_is_off`): It is switched off

        `POST /organizations/webhooks/{webhook_id}/test`
        """
        return cast("types.WebhookDelivery", await self._connection.json(OPERATIONS["webhooks.test"], {"webhook_id": webhook_id}, options))

    def deliveries(
        self,
        *,
        webhook_id: int,
        before_id: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        state: types.DeliveryState | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.WebhookDeliveryList, types.WebhookDelivery]:
        """The deliveries of a webhook, made and waiting, newest first

        The deliveries of a webhook, made and waiting, newest first. Answers with: one page.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such webhook in the organization

        `GET /organizations/webhooks/{webhook_id}/deliveries`
        """
        return AsyncListing[types.WebhookDeliveryList, types.WebhookDelivery](self._connection, OPERATIONS["webhooks.deliveries"], {"webhook_id": webhook_id, "before_id": before_id, "limit": limit, "state": state}, options)

    async def delivery(
        self,
        *,
        webhook_id: int,
        delivery_id: int,
        options: CallOptions | None = None,
    ) -> types.WebhookDeliveryDetail:
        """A delivery with its last try: what was sent and what was answered

        A delivery with its last try: what was sent and what was answered. Answers with: the delivery.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such delivery of this webhook

        `GET /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}`
        """
        return cast("types.WebhookDeliveryDetail", await self._connection.json(OPERATIONS["webhooks.delivery"], {"webhook_id": webhook_id, "delivery_id": delivery_id}, options))

    async def resend(
        self,
        *,
        webhook_id: int,
        delivery_id: int,
        options: CallOptions | None = None,
    ) -> types.WebhookDelivery:
        """Deliver once more, under the same webhook-id

        Deliver once more, under the same webhook-id. Answers with: the delivery, waiting again.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such delivery of this webhook
        - 409 (`webhook_is_off`): It is switched off

        `POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/resend`
        """
        return cast("types.WebhookDelivery", await self._connection.json(OPERATIONS["webhooks.resend"], {"webhook_id": webhook_id, "delivery_id": delivery_id}, options))


class AsyncKnowledgeArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def upload_url(
        self,
        *,
        filename: str,
        mime_type: str,
        file_size: int | None | Unset = UNSET,
        custom_metadata: types.JsonObject | None | Unset = UNSET,
        document_uuid: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.DocumentUpload:
        """Signed URL to upload a document to

        Signed URL to upload a document to. Answers with: where and how to send the file.

        Needs the role operator or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 402 (`knowledge_limit`): The plan allows no more
        - 409 (`document_deleted`): The document was deleted

        `POST /knowledge-base/upload-url`
        """
        return cast("types.DocumentUpload", await self._connection.json(OPERATIONS["knowledge.uploadUrl"], {"filename": filename, "mime_type": mime_type, "file_size": file_size, "custom_metadata": custom_metadata, "document_uuid": document_uuid}, options))

    async def process(
        self,
        *,
        document_uuid: str,
        object_store_key: str | None | Unset = UNSET,
        s3_key: str | None | Unset = UNSET,
        source_url: str | None | Unset = UNSET,
        refresh_every_hours: int | None | Unset = UNSET,
        scope: types.DocumentScope | None | Unset = UNSET,
        folder_id: int | None | Unset = UNSET,
        workflow_id: int | None | Unset = UNSET,
        file_folder_id: int | None | Unset = UNSET,
        retrieval_mode: types.RetrievalMode | None | Unset = UNSET,
        encoding: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Document:
        """Index an uploaded document

        Index an uploaded document. Answers with: the document; its next version is read, unless the same file is read already.

        Needs the role operator or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 402 (`knowledge_limit`): The plan allows no more
        - 404 (`not_found`): No such channel or agent
        - 409 (`document_deleted`): The document was deleted

        `POST /knowledge-base/process-document`
        """
        return cast("types.Document", await self._connection.json(OPERATIONS["knowledge.process"], {"document_uuid": document_uuid, "object_store_key": object_store_key, "s3_key": s3_key, "source_url": source_url, "refresh_every_hours": refresh_every_hours, "scope": scope, "folder_id": folder_id, "workflow_id": workflow_id, "file_folder_id": file_folder_id, "retrieval_mode": retrieval_mode, "encoding": encoding}, options))

    def list(
        self,
        *,
        status: types.KnowledgeListStatus | Unset = UNSET,
        scope: types.DocumentScope | Unset = UNSET,
        folder_id: int | Unset = UNSET,
        workflow_id: int | Unset = UNSET,
        file_folder_id: int | Unset = UNSET,
        q: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.KnowledgeListAnswer, types.Document]:
        """Every document

        Every document. Answers with: one page, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /knowledge-base/documents`
        """
        return AsyncListing[types.KnowledgeListAnswer, types.Document](self._connection, OPERATIONS["knowledge.list"], {"status": status, "scope": scope, "folder_id": folder_id, "workflow_id": workflow_id, "file_folder_id": file_folder_id, "q": q, "limit": limit, "offset": offset}, options)

    async def get(
        self,
        *,
        document_uuid: str,
        options: CallOptions | None = None,
    ) -> types.Document:
        """One document and its status

        One document and its status. Answers with: the document with its versions.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such document in the organization

        `GET /knowledge-base/documents/{document_uuid}`
        """
        return cast("types.Document", await self._connection.json(OPERATIONS["knowledge.get"], {"document_uuid": document_uuid}, options))

    async def update(
        self,
        *,
        document_uuid: str,
        filename: str | None | Unset = UNSET,
        scope: types.DocumentScope | None | Unset = UNSET,
        folder_id: int | None | Unset = UNSET,
        workflow_id: int | None | Unset = UNSET,
        file_folder_id: int | None | Unset = UNSET,
        retrieval_mode: types.RetrievalMode | None | Unset = UNSET,
        custom_metadata: types.JsonObject | None | Unset = UNSET,
        source_url: str | None | Unset = UNSET,
        refresh_every_hours: int | None | Unset = UNSET,
        is_active: bool | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Document:
        """Change a document's name, readers or folder without reading it again

        Change a document's name, readers or folder without reading it again. Answers with: the document.

        Needs the role operator or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such document, channel or agent in the organization

        `PATCH /knowledge-base/documents/{document_uuid}`
        """
        return cast("types.Document", await self._connection.json(OPERATIONS["knowledge.update"], {"document_uuid": document_uuid, "filename": filename, "scope": scope, "folder_id": folder_id, "workflow_id": workflow_id, "file_folder_id": file_folder_id, "retrieval_mode": retrieval_mode, "custom_metadata": custom_metadata, "source_url": source_url, "refresh_every_hours": refresh_every_hours, "is_active": is_active}, options))

    async def delete(
        self,
        *,
        document_uuid: str,
        options: CallOptions | None = None,
    ) -> types.KnowledgeDeleteAnswer:
        """Remove a document and everything indexed from it

        Remove a document and everything indexed from it. Answers with: it is no longer found.

        Needs the role operator or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such document in the organization

        `DELETE /knowledge-base/documents/{document_uuid}`
        """
        return cast("types.KnowledgeDeleteAnswer", await self._connection.json(OPERATIONS["knowledge.delete"], {"document_uuid": document_uuid}, options))

    async def translate(
        self,
        *,
        document_uuid: str,
        target_language: str,
        filename: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Document:
        """Translate a document: the copy is a document of its own

        Translate a document: the copy is a document of its own. Answers with: the document that the translation becomes; its state tells how far it is.

        Needs the role operator or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 402 (`knowledge_limit`): The plan allows no more
        - 404 (`not_found`): No such document in the organization
        - 409 (`document_not_readable`): The document has no text yet

        `POST /knowledge-base/documents/{document_uuid}/translate`
        """
        return cast("types.Document", await self._connection.json(OPERATIONS["knowledge.translate"], {"document_uuid": document_uuid, "target_language": target_language, "filename": filename}, options))

    async def search(
        self,
        *,
        query: str,
        limit: int | None | Unset = UNSET,
        document_uuids: Sequence[str] | None | Unset = UNSET,
        min_similarity: float | None | Unset = UNSET,
        scope: types.DocumentScope | None | Unset = UNSET,
        folder_id: int | None | Unset = UNSET,
        workflow_id: int | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.KnowledgeSearch:
        """The passages that match a question

        The passages that match a question. Answers with: passages, best first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such channel or agent
        - 503 (`unavailable`): The index is not available

        `POST /knowledge-base/search`
        """
        return cast("types.KnowledgeSearch", await self._connection.json(OPERATIONS["knowledge.search"], {"query": query, "limit": limit, "document_uuids": document_uuids, "min_similarity": min_similarity, "scope": scope, "folder_id": folder_id, "workflow_id": workflow_id}, options))

    async def usage(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.KnowledgeUsage:
        """Storage used against the plan

        Storage used against the plan. Answers with: what is used and what the plan allows.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /knowledge-base/usage`
        """
        return cast("types.KnowledgeUsage", await self._connection.json(OPERATIONS["knowledge.usage"], {}, options))


class AsyncRecordingsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def upload_url(
        self,
        *,
        files: Sequence[types.RecordingsUploadUrlBodyFile],
        options: CallOptions | None = None,
    ) -> types.RecordingUploadUrls:
        """Signed URLs to upload recordings to that agents play

        Signed URLs to upload recordings to that agents play. Answers with: one URL per file.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 402 (`too_many`, `too_much`, `upload_quota`): The organization's uploaded files have reached their size limit, or it has as many recordings as it may
        - 415 (`audio_type_unsupported`): A type of sound that not every carrier plays

        `POST /workflow-recordings/upload-url`
        """
        return cast("types.RecordingUploadUrls", await self._connection.json(OPERATIONS["recordings.uploadUrl"], {"files": files}, options))

    def list(
        self,
        *,
        workflow_id: int | Unset = UNSET,
        tts_provider: str | Unset = UNSET,
        tts_model: str | Unset = UNSET,
        tts_voice_id: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.RecordingsListAnswer, types.Recording]:
        """Every recording that agents can play

        Every recording that agents can play. Answers with: the recordings, newest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /workflow-recordings/`
        """
        return AsyncListing[types.RecordingsListAnswer, types.Recording](self._connection, OPERATIONS["recordings.list"], {"workflow_id": workflow_id, "tts_provider": tts_provider, "tts_model": tts_model, "tts_voice_id": tts_voice_id}, options)

    async def create(
        self,
        *,
        recordings: Sequence[types.RecordingsCreateBodyRecording],
        options: CallOptions | None = None,
    ) -> types.RecordingsCreateAnswer:
        """Conclude uploads; from then on agents can play them

        Conclude uploads; from then on agents can play them. Answers with: the recordings.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 400 (`recording_not_uploaded`, `recording_unplayable`, `recording_unreadable`): The file has not arrived, or is not the sound that was announced
        - 404 (`not_found`): No such upload or agent in the organization
        - 409 (`recording_exists`): The recording is there already
        - 413 (`recording_too_large`): The file is larger than 5 MiB
        - 503 (`unavailable`): Too many recordings are being checked right now

        `POST /workflow-recordings/`
        """
        return cast("types.RecordingsCreateAnswer", await self._connection.json(OPERATIONS["recordings.create"], {"recordings": recordings}, options))

    async def delete(
        self,
        *,
        recording_id: str,
        force: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.RecordingsDeleteAnswer:
        """Remove a recording and its file

        Remove a recording and its file. Answers with: it is deleted.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such recording in the organization
        - 409 (`recording_in_use`): Agents or tools play it; the answer names them

        `DELETE /workflow-recordings/{recording_id}`
        """
        return cast("types.RecordingsDeleteAnswer", await self._connection.json(OPERATIONS["recordings.delete"], {"recording_id": recording_id, "force": force}, options))


class AsyncMarketplaceHiresArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def upgrade(
        self,
        *,
        workflow_id: int,
        variables: types.MarketplaceHiresUpgradeBodyVariables | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.MarketplaceHiresUpgradeAnswer:
        """Propose the newest version of its template to a hired agent; it changes when an admin publishes the proposal

        Propose the newest version of its template to a hired agent; it changes when an admin publishes the proposal. Answers with: the proposal; its event says how the draft differs. Without an event: nothing differs.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such agent in the organization, or nobody hired it
        - 409 (`no_newer_version`, `upgrade_refused`): There is no newer version, the template was withdrawn, or the agent has a draft already

        `POST /workflows/{workflow_id}/hire/upgrade`
        """
        return cast("types.MarketplaceHiresUpgradeAnswer", await self._connection.json(OPERATIONS["marketplace.hires.upgrade"], {"workflow_id": workflow_id, "variables": variables}, options))

    async def get(
        self,
        *,
        workflow_id: int,
        options: CallOptions | None = None,
    ) -> types.Hire:
        """How far the hire of an agent is: its tools and documents follow the agent within moments

        How far the hire of an agent is: its tools and documents follow the agent within moments. Answers with: the hire, step by step.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such agent in the organization, or nobody hired it

        `GET /workflows/{workflow_id}/hire`
        """
        return cast("types.Hire", await self._connection.json(OPERATIONS["marketplace.hires.get"], {"workflow_id": workflow_id}, options))


class AsyncMarketplacePacksArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        q: str | Unset = UNSET,
        job: str | Unset = UNSET,
        industry: str | Unset = UNSET,
        language: str | Unset = UNSET,
        calling: bool | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.MarketplacePacksListAnswer, types.PackListItem]:
        """Packs on the shelf: filters narrow the results of the text search

        Packs on the shelf: filters narrow the results of the text search. Answers with: the packs, best first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /packs`
        """
        return AsyncListing[types.MarketplacePacksListAnswer, types.PackListItem](self._connection, OPERATIONS["marketplace.packs.list"], {"q": q, "job": job, "industry": industry, "language": language, "calling": calling}, options)

    async def create(
        self,
        *,
        name: str,
        summary: str,
        job: str,
        channels: Sequence[types.PackChannel],
        workflow_ids: Sequence[int],
        industries: Sequence[str] | None | Unset = UNSET,
        steps: Sequence[str] | None | Unset = UNSET,
        compliance_notes: Sequence[str] | None | Unset = UNSET,
        demo_number: str | None | Unset = UNSET,
        demo_url: str | None | Unset = UNSET,
        slug: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Pack:
        """Make a pack of the organization's agents; it is a draft, and nobody else ever sees it

        Make a pack of the organization's agents; it is a draft, and nobody else ever sees it. Answers with: the draft.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 409 (`pack_exists`): There is a pack of that slug

        `POST /packs`
        """
        return cast("types.Pack", await self._connection.json(OPERATIONS["marketplace.packs.create"], {"name": name, "summary": summary, "job": job, "channels": channels, "workflow_ids": workflow_ids, "industries": industries, "steps": steps, "compliance_notes": compliance_notes, "demo_number": demo_number, "demo_url": demo_url, "slug": slug}, options))

    def versions(
        self,
        *,
        pack_slug: str,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.PackVersions, types.PackVersionsVersion]:
        """The versions of a pack of one's own, newest first

        The versions of a pack of one's own, newest first. Answers with: the newest 1,000 versions.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such pack of the organization's own

        `GET /packs/{pack_slug}/versions`
        """
        return AsyncListing[types.PackVersions, types.PackVersionsVersion](self._connection, OPERATIONS["marketplace.packs.versions"], {"pack_slug": pack_slug}, options)

    async def create_version(
        self,
        *,
        pack_slug: str,
        name: str,
        summary: str,
        job: str,
        channels: Sequence[types.PackChannel],
        workflow_ids: Sequence[int],
        industries: Sequence[str] | None | Unset = UNSET,
        steps: Sequence[str] | None | Unset = UNSET,
        compliance_notes: Sequence[str] | None | Unset = UNSET,
        demo_number: str | None | Unset = UNSET,
        demo_url: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Pack:
        """Create the next version of an own pack as a draft; it replaces an existing draft

        Create the next version of an own pack as a draft; it replaces an existing draft. Answers with: the draft.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such pack of the organization's own

        `POST /packs/{pack_slug}/versions`
        """
        return cast("types.Pack", await self._connection.json(OPERATIONS["marketplace.packs.createVersion"], {"pack_slug": pack_slug, "name": name, "summary": summary, "job": job, "channels": channels, "workflow_ids": workflow_ids, "industries": industries, "steps": steps, "compliance_notes": compliance_notes, "demo_number": demo_number, "demo_url": demo_url}, options))

    async def publish(
        self,
        *,
        pack_slug: str,
        options: CallOptions | None = None,
    ) -> types.Pack:
        """Publish the draft of a pack inside the organization: its agents can be hired

        Publish the draft of a pack inside the organization: its agents can be hired. Answers with: the pack as it is published; without a draft nothing changed.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such pack of the organization's own

        `POST /packs/{pack_slug}/publish`
        """
        return cast("types.Pack", await self._connection.json(OPERATIONS["marketplace.packs.publish"], {"pack_slug": pack_slug}, options))

    async def withdraw(
        self,
        *,
        pack_slug: str,
        options: CallOptions | None = None,
    ) -> types.WithdrawnPack:
        """Withdraw an own pack with its versions; hired agents stay

        Withdraw an own pack with its versions; hired agents stay. Answers with: it is deleted.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such pack of the organization's own

        `POST /packs/{pack_slug}/withdraw`
        """
        return cast("types.WithdrawnPack", await self._connection.json(OPERATIONS["marketplace.packs.withdraw"], {"pack_slug": pack_slug}, options))

    async def get(
        self,
        *,
        slug: str,
        options: CallOptions | None = None,
    ) -> types.Pack:
        """One pack

        One pack. Answers with: the pack with its templates.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such pack on the shelf

        `GET /packs/{slug}`
        """
        return cast("types.Pack", await self._connection.json(OPERATIONS["marketplace.packs.get"], {"slug": slug}, options))


class AsyncMarketplaceTemplatesArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        vertical: str | Unset = UNSET,
        direction: types.TemplateDirection | Unset = UNSET,
        language: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.MarketplaceTemplatesListAnswer, types.TemplateListItem]:
        """Every agent on the shelf

        Every agent on the shelf. Answers with: the templates that speak the language.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /agent-templates`
        """
        return AsyncListing[types.MarketplaceTemplatesListAnswer, types.TemplateListItem](self._connection, OPERATIONS["marketplace.templates.list"], {"vertical": vertical, "direction": direction, "language": language}, options)

    async def get(
        self,
        *,
        template_id: str,
        language: str | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.Template:
        """One template

        One template. Answers with: its text, its questions and its needs.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such template

        `GET /agent-templates/{template_id}`
        """
        return cast("types.Template", await self._connection.json(OPERATIONS["marketplace.templates.get"], {"template_id": template_id, "language": language}, options))

    async def hire(
        self,
        *,
        template_id: str,
        agent_name: str,
        variables: types.MarketplaceTemplatesHireBodyVariables | None | Unset = UNSET,
        greeting: str | None | Unset = UNSET,
        voice_id: str | None | Unset = UNSET,
        voice_gender: types.VoiceGender | None | Unset = UNSET,
        language: str | None | Unset = UNSET,
        source: str | None | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.HiredAgent:
        """Hire an agent from a template; it always uses the organization's current models

        Hire an agent from a template; it always uses the organization's current models. Answers with: the agent, published, and what it still needs.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
        - 404 (`not_found`): No such template
        - 409 (`hire_failed`): A step failed permanently; what was created is removed again
        - 503 (`unavailable`): Temporal does not answer

        `POST /agent-templates/{template_id}/create`
        """
        return cast("types.HiredAgent", await self._connection.json(OPERATIONS["marketplace.templates.hire"], {"template_id": template_id, "agent_name": agent_name, "variables": variables, "greeting": greeting, "voice_id": voice_id, "voice_gender": voice_gender, "language": language, "source": source}, options))


class AsyncMarketplaceArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.hires = AsyncMarketplaceHiresArea(connection)
        self.packs = AsyncMarketplacePacksArea(connection)
        self.templates = AsyncMarketplaceTemplatesArea(connection)


class AsyncRecordArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def checkpoint(
        self,
        *,
        options: CallOptions | None = None,
    ) -> bytes:
        """The newest signed checkpoint of the record

        The newest signed checkpoint of the record. Answers with: a signed note of C2SP tlog-checkpoint.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): Nothing is sealed yet

        `GET /record/checkpoint`
        """
        return await self._connection.file(OPERATIONS["record.checkpoint"], {}, options)

    async def tile(
        self,
        *,
        level: str,
        tile: str,
        options: CallOptions | None = None,
    ) -> bytes:
        """A tile of the record's tree

        A tile of the record's tree. Answers with: hashes of 32 bytes each, or entries, each behind its length in two bytes.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): The record has no such tile: a tile with .p/ has exactly so many hashes at some checkpoint

        `GET /record/tile/{level}/{tile}`
        """
        return await self._connection.file(OPERATIONS["record.tile"], {"level": level, "tile": tile}, options)

    async def partial_tile(
        self,
        *,
        level: str,
        tile: str,
        rest: str,
        options: CallOptions | None = None,
    ) -> bytes:
        """An unfinished tile, or a tile behind the first thousand

        An unfinished tile, or a tile behind the first thousand. Answers with: hashes of 32 bytes each, or entries, each behind its length in two bytes.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): The record has no such tile: a tile with .p/ has exactly so many hashes at some checkpoint

        `GET /record/tile/{level}/{tile}/{rest}`
        """
        return await self._connection.file(OPERATIONS["record.partialTile"], {"level": level, "tile": tile, "rest": rest}, options)

    async def far_tile(
        self,
        *,
        level: str,
        tile: str,
        rest: str,
        width: str,
        options: CallOptions | None = None,
    ) -> bytes:
        """An unfinished tile behind the first thousand, or a tile behind the first million

        An unfinished tile behind the first thousand, or a tile behind the first million. Answers with: hashes of 32 bytes each, or entries, each behind its length in two bytes.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): The record has no such tile: a tile with .p/ has exactly so many hashes at some checkpoint

        `GET /record/tile/{level}/{tile}/{rest}/{width}`
        """
        return await self._connection.file(OPERATIONS["record.farTile"], {"level": level, "tile": tile, "rest": rest, "width": width}, options)

    async def entries(
        self,
        *,
        from_: int | Unset = UNSET,
        to: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.RecordEntries:
        """Sealed entries of the record in their order

        Sealed entries of the record in their order. Answers with: entries from `from` on, `to` not included.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /record/entries`
        """
        return cast("types.RecordEntries", await self._connection.json(OPERATIONS["record.entries"], {"from": from_, "to": to}, options))

    async def key(
        self,
        *,
        options: CallOptions | None = None,
    ) -> types.RecordKeys:
        """The public keys that sign the record's checkpoints, and how far it is sealed

        The public keys that sign the record's checkpoints, and how far it is sealed. Answers with: all keys, the oldest first.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /record/key`
        """
        return cast("types.RecordKeys", await self._connection.json(OPERATIONS["record.key"], {}, options))

    async def prove_run(
        self,
        *,
        workflow_id: int,
        run_id: types.RecordProveRunRunId,
        options: CallOptions | None = None,
    ) -> types.RunProof:
        """What the record says of a call, with the proof of each entry

        What the record says of a call, with the proof of each entry. Answers with: a checkpoint and the entries of the call.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        Refuses with

        - 404 (`not_found`): No such run of the agent
        - 409 (`record_refused`): The database does not continue the record that was signed

        `GET /workflows/{workflow_id}/runs/{run_id}/proof`
        """
        return cast("types.RunProof", await self._connection.json(OPERATIONS["record.proveRun"], {"workflow_id": workflow_id, "run_id": run_id}, options))


class AsyncTeamMembersArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.TeamMembersListAnswer, types.Member]:
        """Everybody in the organization

        Everybody in the organization. Answers with: in the order in which they joined.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /team/members`
        """
        return AsyncListing[types.TeamMembersListAnswer, types.Member](self._connection, OPERATIONS["team.members.list"], {}, options)

    async def invite(
        self,
        *,
        email: str,
        role: types.Role,
        options: CallOptions | None = None,
    ) -> types.NewInvitation:
        """Invite somebody; the invitation works once, within seven days

        Invite somebody; the invitation works once, within seven days. Answers with: the invitation; its link is mailed, or here without a mail server.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 409 (`already_member`): The person is a member already
        - 502 (`mail_not_sent`): The mail server refused the mail; nobody was invited

        `POST /team/invitations`
        """
        return cast("types.NewInvitation", await self._connection.json(OPERATIONS["team.members.invite"], {"email": email, "role": role}, options))

    async def reset_password(
        self,
        *,
        user_id: int,
        options: CallOptions | None = None,
    ) -> types.TeamMembersResetPasswordAnswer:
        """Make a link by which a member chooses a new password

        Make a link by which a member chooses a new password. Answers with: the link is mailed, or here without a mail server.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such member
        - 409 (`belongs_elsewhere`): The member is in other organizations too, and there is no mail server
        - 502 (`mail_not_sent`): The mail server refused the mail

        `POST /team/members/{user_id}/reset-password`
        """
        return cast("types.TeamMembersResetPasswordAnswer", await self._connection.json(OPERATIONS["team.members.resetPassword"], {"user_id": user_id}, options))

    async def reset_second_factor(
        self,
        *,
        user_id: int,
        options: CallOptions | None = None,
    ) -> types.TeamMembersResetSecondFactorAnswer:
        """Remove the second factor of a member who has lost it; they are told by mail

        Remove the second factor of a member who has lost it; they are told by mail. Answers with: their next log-in needs the password alone.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such member
        - 409 (`no_second_factor`, `second_factor_elsewhere`): They have none, or it protects other organizations too

        `DELETE /team/members/{user_id}/second-factor`
        """
        return cast("types.TeamMembersResetSecondFactorAnswer", await self._connection.json(OPERATIONS["team.members.resetSecondFactor"], {"user_id": user_id}, options))

    async def set_role(
        self,
        *,
        user_id: int,
        role: types.Role,
        options: CallOptions | None = None,
    ) -> types.Member:
        """Give a member another role; it holds from the next request on

        Give a member another role; it holds from the next request on. Answers with: the member.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such member
        - 409 (`last_owner`): The last owner stays one

        `PATCH /team/members/{user_id}`
        """
        return cast("types.Member", await self._connection.json(OPERATIONS["team.members.setRole"], {"user_id": user_id, "role": role}, options))

    async def remove(
        self,
        *,
        user_id: int,
        options: CallOptions | None = None,
    ) -> types.TeamMembersRemoveAnswer:
        """Remove a member; their sessions and keys end at once

        Remove a member; their sessions and keys end at once. Answers with: they are no longer a member.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No such member
        - 409 (`last_owner`): The last owner cannot go

        `DELETE /team/members/{user_id}`
        """
        return cast("types.TeamMembersRemoveAnswer", await self._connection.json(OPERATIONS["team.members.remove"], {"user_id": user_id}, options))


class AsyncTeamInvitationsArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.TeamInvitationsListAnswer, types.Invitation]:
        """Invitations that may still be accepted

        Invitations that may still be accepted. Answers with: the newest first.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        `GET /team/invitations`
        """
        return AsyncListing[types.TeamInvitationsListAnswer, types.Invitation](self._connection, OPERATIONS["team.invitations.list"], {}, options)

    async def revoke(
        self,
        *,
        invitation_id: int,
        options: CallOptions | None = None,
    ) -> types.TeamInvitationsRevokeAnswer:
        """Revoke an invitation; its link stops working

        Revoke an invitation; its link stops working. Answers with: it is taken back.

        Needs the role admin or a higher one.

        With a sandbox key: refused (403).

        Refuses with

        - 404 (`not_found`): No open invitation

        `DELETE /team/invitations/{invitation_id}`
        """
        return cast("types.TeamInvitationsRevokeAnswer", await self._connection.json(OPERATIONS["team.invitations.revoke"], {"invitation_id": invitation_id}, options))


class AsyncTeamArea:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.members = AsyncTeamMembersArea(connection)
        self.invitations = AsyncTeamInvitationsArea(connection)

    async def home(
        self,
        *,
        days: int | Unset = UNSET,
        options: CallOptions | None = None,
    ) -> types.TeamHome:
        """Numbers the Home view shows: calls, answers, outcomes, what needs attention

        Numbers the Home view shows: calls, answers, outcomes, what needs attention. Answers with: the figures, and those of the days before.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /team/home`
        """
        return cast("types.TeamHome", await self._connection.json(OPERATIONS["team.home"], {"days": days}, options))

    def status(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncListing[types.TeamStatus, types.TeamStatusAgent]:
        """Each agent's state right now

        Each agent's state right now. Answers with: the active agents by name.

        Needs the role viewer or a higher one.

        With a sandbox key: allowed, without values of secrets.

        `GET /team/status`
        """
        return AsyncListing[types.TeamStatus, types.TeamStatusAgent](self._connection, OPERATIONS["team.status"], {}, options)


class AsyncAreas:
    """Every operation of the API, by area."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.service = AsyncServiceArea(connection)
        self.installation = AsyncInstallationArea(connection)
        self.account = AsyncAccountArea(connection)
        self.audit = AsyncAuditArea(connection)
        self.organizations = AsyncOrganizationsArea(connection)
        self.keys = AsyncKeysArea(connection)
        self.telephony = AsyncTelephonyArea(connection)
        self.numbers = AsyncNumbersArea(connection)
        self.agents = AsyncAgentsArea(connection)
        self.scenarios = AsyncScenariosArea(connection)
        self.rehearsals = AsyncRehearsalsArea(connection)
        self.channels = AsyncChannelsArea(connection)
        self.contacts = AsyncContactsArea(connection)
        self.people = AsyncPeopleArea(connection)
        self.campaigns = AsyncCampaignsArea(connection)
        self.calls = AsyncCallsArea(connection)
        self.analytics = AsyncAnalyticsArea(connection)
        self.text_sessions = AsyncTextSessionsArea(connection)
        self.web_calls = AsyncWebCallsArea(connection)
        self.embed_tokens = AsyncEmbedTokensArea(connection)
        self.supervision = AsyncSupervisionArea(connection)
        self.models = AsyncModelsArea(connection)
        self.messages = AsyncMessagesArea(connection)
        self.carrier_callbacks = AsyncCarrierCallbacksArea(connection)
        self.carrier_texts = AsyncCarrierTextsArea(connection)
        self.inbound = AsyncInboundArea(connection)
        self.credentials = AsyncCredentialsArea(connection)
        self.tools = AsyncToolsArea(connection)
        self.webhooks = AsyncWebhooksArea(connection)
        self.knowledge = AsyncKnowledgeArea(connection)
        self.recordings = AsyncRecordingsArea(connection)
        self.marketplace = AsyncMarketplaceArea(connection)
        self.record = AsyncRecordArea(connection)
        self.team = AsyncTeamArea(connection)

/**
 * Generated from openapi.json. Do not edit: `npm run generate -w @plinth/client` regenerates it.
 */

export interface paths {
  '/users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List all users
     * @description In the order of creation. With any parameter the response is one page, with `Link: <…>; rel="next"` unless it is the last, and with `X-Total-Count` if `count` is true. Names are sorted as the database compares text, ignoring case. Each process runs one search at a time, those of admins and sudo users first: further ones wait.
     */
    get: operations['users']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/{username}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Look up one user */
    get: operations['user']
    put?: never
    post?: never
    /**
     * Delete a user with all sessions
     * @description Callers may delete users who are not more privileged than themselves; a third-party token, only those who are less privileged. Nobody can delete the last sudo user who can log in.
     *
     *     Requires a role of level 1 or lower.
     */
    delete: operations['deleteUser']
    options?: never
    head?: never
    /**
     * Change a user
     * @description Admins and sudo users may change users who are not more privileged than themselves, and assign roles up to their own. All users may change their own names and, with a fresh login, their own e-mail address. Only `plinth users set-role` moves a user to or from level 0. Disabling a user ends all their sessions, and they cannot log in. The same happens at the time `valid_until`.
     */
    patch: operations['changeUser']
    trace?: never
  }
  '/users/signup': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create a user
     * @description Without a key, a user can only get a role that is open for signups: one whose level is `PLINTH_SIGNUP_OPEN_LEVEL` or higher. Other roles require the key of a user who may give them: an admin or a sudo user.
     */
    post: operations['signUp']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/add': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create a user without a password
     * @description For admins and sudo users, with roles that are not more privileged than their own. The user cannot log in before a password is set: issue a one-time code, with which the user sets it (`POST /users/{username}/code`).
     *
     *     Requires a role of level 1 or lower.
     */
    post: operations['addUser']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/roles': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List all roles, the most privileged first */
    get: operations['roles']
    put?: never
    /**
     * Create a role
     * @description Only sudo users may create roles.
     *
     *     Requires a logged-in user with a role of level 0. The login of a user must be fresh: see `POST /users/confirm`.
     */
    post: operations['addRole']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/roles/{name}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete a role that nothing uses
     * @description Only sudo users may delete roles, and only those that have neither users nor valid third-party tokens. Revoked and expired tokens with the role are deleted too. The roles `sudo` and `admin` cannot be deleted.
     *
     *     Requires a logged-in user with a role of level 0. The login of a user must be fresh: see `POST /users/confirm`.
     */
    delete: operations['deleteRole']
    options?: never
    head?: never
    /**
     * Change the level of a role
     * @description The level changes at once for all users and tokens with the role. Only sudo users may change roles. The roles `sudo` and `admin` keep their levels.
     *
     *     Requires a logged-in user with a role of level 0. The login of a user must be fresh: see `POST /users/confirm`.
     */
    patch: operations['changeRole']
    trace?: never
  }
  '/users/login': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Log in and receive a key
     * @description Give either `username` or `email`; with `email`, the response includes the username. Send the key as `X-API-KEY` with later requests.
     *
     *     A page of this origin sends `"session": "cookie"` and the header `X-Plinth-Session: cookie`. Then the response sets the cookie `__Host-plinth`, and has a `page_key` instead of a key. Later requests send that as `X-Plinth-Session`: without it the cookie is ignored. This needs HTTPS, or the loopback address.
     *
     *     If the user has a second factor, or needs one, the response to the right password is 401 with a `login_key`: go on with `POST /users/complete_login`.
     */
    post: operations['login']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/complete_login': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Show the second factor and receive a key
     * @description Completes a login to which the response was `SECOND_FACTOR_REQUIRED`. The code is one of the authenticator app, or a recovery code. With `"session": "cookie"` as at the login. The response is that of a login, always with the username; after an enrolment it includes recovery codes.
     */
    post: operations['completeLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/confirm': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Confirm the login with the password or a code
     * @description Operations that need a fresh login refuse a key with 401 `FRESH_LOGIN_REQUIRED` when the login is older than `PLINTH_FRESH_LOGIN_LIFETIME`. The response has a new key, or session cookie, whose login is fresh. Use it from then on: the former one ends ten seconds later, so that whoever has copied it gains nothing. Wrong passwords count as at a login.
     *
     *     Requires a logged-in user; third-party tokens are not accepted.
     */
    post: operations['confirmLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/logout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Log out; the key of this request is invalid afterwards
     * @description Requires a logged-in user; third-party tokens are not accepted.
     */
    post: operations['logout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/session': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Look up who the caller is
     * @description Works with every valid key, also while other operations refuse it because the password must be changed.
     */
    get: operations['session']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/{username}/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List a user's sessions, the newest first
     * @description Users may list their own sessions; admins and sudo users also those of users who are not more privileged than themselves. Times are UTC.
     */
    get: operations['sessions']
    put?: never
    post?: never
    /**
     * End all of a user's sessions
     * @description Users may end their own sessions; admins and sudo users also those of users who are not more privileged than themselves. Needs a fresh login.
     *
     *     The login of a user must be fresh: see `POST /users/confirm`.
     */
    delete: operations['endSessions']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/{username}/sessions/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * End one of a user's sessions
     * @description Users may end their own sessions; admins and sudo users also those of users who are not more privileged than themselves. Needs a fresh login.
     *
     *     The login of a user must be fresh: see `POST /users/confirm`.
     */
    delete: operations['endSession']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/{username}/access': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Look up why a user can or cannot log in
     * @description For admins and sudo users, about users who are not more privileged than themselves.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['userAccess']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/{username}/lock': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Lift the temporary lock of an account
     * @description Also resets the count of wrong passwords. For admins and sudo users, with users who are not more privileged than themselves.
     *
     *     Requires a logged-in user with a role of level 1 or lower. The login of a user must be fresh: see `POST /users/confirm`.
     */
    delete: operations['unlockUser']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/change_password': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Change a password
     * @description Admins may set the passwords of users of level 1 or higher, sudo users only those of admins, and all others only their own. Ends the user's other sessions.
     *
     *     Requires a logged-in user; third-party tokens are not accepted.
     */
    post: operations['changePassword']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/reset_password': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Replace a forgotten password
     * @description The current password is not required. Admins may set the passwords of users of level 1 or higher, sudo users only those of admins, and all others only their own. Ends the user's other sessions.
     *
     *     Requires a logged-in user; third-party tokens are not accepted.
     */
    post: operations['resetPassword']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/create_tpt': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create a third-party token
     * @description A token has the privileges of its role on all routes except those that only a logged-in user may call. **Without `expires_in_days` it never expires** and is valid until it is revoked. It is shown only in this response.
     *
     *     Requires a logged-in user with a role of level 0.
     */
    post: operations['createToken']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tpt': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List all third-party tokens
     * @description The tokens themselves are not stored. Times are UTC. Without parameters they are in the order of creation. With any parameter the response is one page, the newest first, with `Link: <…>; rel="next"` unless it is the last.
     *
     *     Requires a role of level 0.
     */
    get: operations['tokens']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tpt/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Revoke a third-party token
     * @description Requires a role of level 0.
     */
    delete: operations['revokeToken']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/{username}/code': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Look up a user's one-time code
     * @description Returns when it expires, not the code itself, which is not stored. For admins and sudo users, about users who are not more privileged than themselves.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['code']
    put?: never
    /**
     * Issue a one-time code
     * @description With the code the user sets a password that nobody else learns: `POST /users/redeem_code`. **The code is shown only in this response.** The new code replaces an earlier code of the user. Until it is redeemed, the password and the sessions stay valid. The caller may issue codes for users whose password they may set, and for users without a password who are not more privileged than the caller, but not for themselves.
     *
     *     Requires a logged-in user with a role of level 1 or lower. The login of a user must be fresh: see `POST /users/confirm`.
     */
    post: operations['issueCode']
    /**
     * Withdraw a one-time code
     * @description Admins and sudo users may withdraw the code of a user who is not more privileged than themselves, and third-party tokens that of a less privileged user.
     *
     *     Requires a role of level 1 or lower.
     */
    delete: operations['withdrawCode']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/codes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the one-time codes that can be redeemed
     * @description Of all users who are not more privileged than the caller, the newest first. The codes themselves are not stored.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['codes']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/redeem_code': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Set a password with a one-time code
     * @description Spends the code, ends all of the user's sessions, and lifts the temporary lock of the account. A code whose new password is refused can be used again.
     */
    post: operations['redeemCode']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/enrol_second_factor': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Begin to enrol a second factor
     * @description Returns a secret for an authenticator app. The factor is enrolled once a code of the app is sent: `POST /users/confirm_second_factor`.
     *
     *     Requires a logged-in user; third-party tokens are not accepted. The login of a user must be fresh: see `POST /users/confirm`.
     */
    post: operations['enrolSecondFactor']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/enrol_at_login': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Begin to enrol a second factor at a login that needs one
     * @description For a login to which the response was `SECOND_FACTOR_REQUIRED` with the step `enrol`. A code of the app completes the enrolment and the login: `POST /users/complete_login`.
     */
    post: operations['enrolAtLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/confirm_second_factor': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Complete the enrolment of a second factor
     * @description From now on every login needs a code of the app, or one of the recovery codes.
     *
     *     Requires a logged-in user; third-party tokens are not accepted. The login of a user must be fresh: see `POST /users/confirm`.
     */
    post: operations['confirmSecondFactor']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/recovery_codes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Create new recovery codes
     * @description The earlier ones are no longer valid.
     *
     *     Requires a logged-in user; third-party tokens are not accepted. The login of a user must be fresh: see `POST /users/confirm`.
     */
    post: operations['renewRecoveryCodes']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/users/{username}/second_factor': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Look up a user's second factor
     * @description For all users their own; for admins and sudo users also those of users who are not more privileged.
     */
    get: operations['secondFactor']
    put?: never
    post?: never
    /**
     * Remove a second factor
     * @description Removes the caller's own second factor, or that of a user whose password the caller may set, such as one who has lost their phone. If the user's role requires a factor, they must enrol another one at the next login.
     *
     *     Requires a logged-in user; third-party tokens are not accepted. The login of a user must be fresh: see `POST /users/confirm`.
     */
    delete: operations['removeSecondFactor']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/export_config': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export the whole configuration
     * @description A consistent snapshot of all configuration tables, without historical data, passwords or tokens.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['exportConfiguration']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/canonical_config': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export the whole configuration in canonical form
     * @description The same content always gives the same bytes, whatever the database and the history: tables and records in the order of their names, one record a line, without row ids and without a time. It can be imported and planned.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['canonicalConfiguration']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/import_config': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Import a configuration
     * @description Runs in one transaction. Records that already exist are skipped; each that cannot be imported is reported as an error. `dry_run` only reports; `atomic` writes nothing if any record fails, and responds 422 with the same report. Unless a password for imported users is configured, one is generated for each import and shown once, as `default_password`.
     *
     *     Requires a role of level 1 or lower.
     */
    post: operations['importConfiguration']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/tables': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the tables of the configuration, and those of historical data
     * @description Requires a role of level 1 or lower.
     */
    get: operations['configurationTables']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/tables/{table}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read the records of a table, page by page
     * @description The oldest record comes first; of historical data, the newest. If there are more records, the response has `Link: <…>; rel="next"`. A page may have fewer records than `limit`, or none, and still have such a link: large records and long searches end it early.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['configurationRecords']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/plans': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the plans that have not expired, the newest first
     * @description Requires a role of level 1 or lower.
     */
    get: operations['plans']
    put?: never
    /**
     * Plan what a configuration file would change
     * @description Does not change the configuration. Each record of the file is matched by its identifier or, without one, by its name, and changes only the fields that it has. `mirror` removes the records that a table of the file lacks; a table that the whole file lacks stays as it is. Roles and users are never removed.
     *
     *     Requires a role of level 1 or lower.
     */
    post: operations['planConfiguration']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/plans/{plan}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read a plan
     * @description Requires a role of level 1 or lower.
     */
    get: operations['plan']
    put?: never
    post?: never
    /**
     * Delete a plan
     * @description Requires a role of level 1 or lower.
     */
    delete: operations['deletePlan']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/plans/{plan}/changes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read the changes of a plan, page by page
     * @description If there are more changes, the response has `Link: <…>; rel="next"`.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['plannedChanges']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/plans/{plan}/apply': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Apply a plan
     * @description Does exactly what the plan says, in one transaction. If others have changed any of its records since, nothing is changed, and `errors` names up to ten of them, each with its table.
     *
     *     Requires a role of level 1 or lower. The login of a user must be fresh: see `POST /users/confirm`.
     */
    post: operations['applyPlan']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/snapshots': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the snapshots of the configuration, the newest first
     * @description Requires a role of level 1 or lower.
     */
    get: operations['snapshots']
    put?: never
    /**
     * Take a snapshot of the configuration
     * @description Requires a role of level 1 or lower.
     */
    post: operations['takeSnapshot']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/snapshots/{snapshot}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export the configuration as it was when a snapshot was taken
     * @description Requires a role of level 1 or lower.
     */
    get: operations['exportSnapshot']
    put?: never
    post?: never
    /**
     * Delete a snapshot
     * @description Requires a role of level 1 or lower.
     */
    delete: operations['deleteSnapshot']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/snapshots/{snapshot}/plan': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Plan the rollback to a snapshot
     * @description Apply the plan to roll back, which takes a snapshot first. Roles and users that were created since then remain.
     *
     *     Requires a role of level 1 or lower.
     */
    post: operations['planSnapshot']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/files': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the uploaded files that have not expired, the newest first
     * @description Requires a role of level 1 or lower.
     */
    get: operations['uploadedFiles']
    put?: never
    /**
     * Upload a configuration file to compare or merge it
     * @description Does not change the configuration. The file expires after the same time as a plan.
     *
     *     Requires a role of level 1 or lower.
     */
    post: operations['uploadConfiguration']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/files/{file}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete an uploaded file
     * @description Requires a role of level 1 or lower.
     */
    delete: operations['deleteUploadedFile']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/comparisons': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Compare two configurations
     * @description Each is the id of a snapshot or of an uploaded file, or `present`. Read the result like the changes of a plan, which lead from one configuration to the other. It cannot be applied. A file is compared by the names of its records; a table or field that it lacks is not compared.
     *
     *     Requires a role of level 1 or lower.
     */
    post: operations['compareConfigurations']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/merges': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Plan how the changes of another side are merged into the present configuration
     * @description What they have changed since the base is taken over, field by field; what was changed here stays. Where both have changed the same field, the plan has a change of the kind `conflict` and cannot be applied: merge again with `settle`. Records belong together by their names. One of the two sides is an uploaded file.
     *
     *     Requires a role of level 1 or lower.
     */
    post: operations['mergeConfigurations']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the current logging settings
     * @description Requires a role of level 1 or lower.
     */
    get: operations['settings']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/update': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Change logging settings, all or none
     * @description Takes effect at once, on every replica within a second, and outlasts restarts.
     *
     *     Requires a role of level 1 or lower.
     */
    put: operations['updateSettings']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/logger_period': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Change how often the log file is flushed
     * @description Requires a role of level 1 or lower.
     */
    put: operations['setLoggerPeriod']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/sources': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show where the logging settings come from
     * @description A value that was saved replaces the configured one; debug replaces the level for a while.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['settingsSources']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/debug': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Set the log level to debug for a while
     * @description Takes effect at once, on every replica within a second, and survives restarts. It ends by itself; the saved level is kept and then applies again. Saving another `log_level` ends it, too.
     *
     *     Requires a role of level 1 or lower.
     */
    put: operations['startDebug']
    post?: never
    /**
     * End the debug level at once
     * @description The saved or configured level applies again. Does nothing if debug is off.
     *
     *     Requires a role of level 1 or lower.
     */
    delete: operations['stopDebug']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/settings/log': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Follow the log of this replica
     * @description Sends the most recent lines (at most 500, and at most 512 KB), then each new line as it is written, without secrets. A client that is too slow misses lines, and is told how many. The response ends when the key is no longer valid, or when the service stops. At most 8 clients can follow the log at a time.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['tailLog']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List security events, the newest first
     * @description All filters must match. Each process runs one filtered list at a time: further ones wait. `from` is inclusive, `to` exclusive; both are UTC. If there are more events, the response has `Link: <…>; rel="next"`.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['securityEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit/own': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the security events about the account of the caller, the newest first
     * @description For every user: the logins, and all changes to the account, whoever made them. In events caused by others, `address` and `request_id` are null. If there are more events, the response has `Link: <…>; rel="next"`.
     *
     *     Requires a logged-in user; third-party tokens are not accepted.
     */
    get: operations['ownSecurityEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit/export': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Export security events as lines of JSON, the newest first
     * @description All events that match all filters. The export itself is recorded as the event `audit-exported`.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['exportSecurityEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/audit/verify': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Verify that no event was changed or removed since it was sealed
     * @description Reads the whole trail, and changes nothing. One verification runs at a time, for at most two minutes; it ends when the client disconnects.
     *
     *     Requires a role of level 1 or lower.
     */
    post: operations['verifyAudit']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/metrics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Metrics of this process in the text format of Prometheus
     * @description Requires a role of level 1 or lower.
     */
    get: operations['metrics']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/health/live': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Whether the process is alive */
    get: operations['alive']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/health/ready': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Whether the service is ready
     * @description Anyone gets `ready`. Keys of level 0 and 1 also get the result of each check, and why it failed.
     */
    get: operations['health']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/overview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The state of the service
     * @description Figures of requests are those of the replica that responds.
     *
     *     Requires a role of level 1 or lower.
     */
    get: operations['overview']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    /** @description A one-time code that can be redeemed, without the code itself. */
    ActiveCode: {
      /**
       * @description The user whom the code is for.
       * @example anna
       */
      username: string
      /**
       * @description `reset` for a user with a password, `invitation` for a user without one.
       * @example reset
       * @enum {string}
       */
      purpose: 'reset' | 'invitation'
      /**
       * @description Username of the issuer.
       * @example sudo
       */
      issued_by: string
      /**
       * @description When it was issued: ISO 8601, UTC.
       * @example 2026-11-21T08:00:00.000Z
       */
      created_at: string
      /**
       * @description When it expires, at the latest with the account of its user or issuer: ISO 8601, UTC.
       * @example 2026-11-21T08:15:00.000Z
       */
      expires_at: string
    }
    /** @description What the apply of a plan has done. */
    ApplyReport: {
      /**
       * @description What was done, for people.
       * @example Plan applied: 12 added, 3 updated, 0 removed.
       */
      message: string
      /** @description Numbers of records of all tables. */
      summary: {
        /**
         * @description Records added.
         * @example 12
         */
        added: number
        /**
         * @description Records changed.
         * @example 3
         */
        updated: number
        /**
         * @description Records removed.
         * @example 0
         */
        removed: number
      }
      /**
       * @description The snapshot that was taken before: its plan undoes this one. None if nothing was changed.
       * @example 5gq0c2w8t1m3r7hb
       */
      snapshot?: string
      /** @description The password generated for the added users, if any. It is shown only here. */
      default_password?: string
      /** @description Number of users added without a password; they cannot log in until one is set. */
      cannot_log_in?: number
    }
    /** @description Something that an admin should know or change. */
    Attention: {
      /**
       * @description What it is, for programs.
       * @example SIGNUP_OPEN
       */
      code: string
      /**
       * @description Further details, by name.
       * @example {
       *       "roles": [
       *         "operator"
       *       ]
       *     }
       */
      details: {
        [key: string]: unknown
      }
    }
    /** @description The result of a verification of the audit trail. */
    AuditVerification: {
      /**
       * @description Events that are unchanged since they were sealed.
       * @example 1234
       */
      verified: number
      /**
       * @description Events that are too recent to be sealed.
       * @example 0
       */
      unsealed: number
      /** @description The last sealed event. Stored elsewhere and given to `plinth audit verify --after`, it reveals a trail that was rolled back. */
      last: {
        /**
         * @description The position of the last event; 0 if there is none.
         * @example 1234
         */
        position: number
        /**
         * @description Its seal.
         * @example 0000000000000000000000000000000000000000000000000000000000000000
         */
        seal: string
      }
      /** @description The keys of the sealed events. */
      keys: {
        /**
         * @description Identifies the key without revealing it.
         * @example 5f3c0b8a1d2e4f60
         */
        id: string
        /**
         * @description Whether it is in use, only verifies, or is not configured, so that its events cannot be verified.
         * @enum {string}
         */
        key: 'current' | 'previous' | 'unknown'
        /**
         * @description Number of intact events that it sealed; for an `unknown` key, of all events that name it.
         * @example 1234
         */
        events: number
      }[]
      /**
       * @description The problems found, one sentence each. After the first 100, a last entry gives the number of the others. Empty if there are none.
       * @example []
       */
      problems: string[]
    }
    /** @description A configuration file in canonical form. */
    CanonicalConfiguration: {
      /**
       * @description The version of the format.
       * @example 1.0
       */
      version: string
      /**
       * @description The records of each configuration table, by its name.
       * @example {
       *       "Units": [
       *         {
       *           "name": "degree Celsius",
       *           "variable": "Temperature",
       *           "unit": "°C"
       *         }
       *       ]
       *     }
       */
      data: {
        [key: string]: Record<string, unknown>[]
      }
    }
    /** @description A one-time code of a user, and the password that it sets. */
    CodeRedemption: {
      /** @description The username; case is ignored. Give this or `email`. */
      username?: string
      /** @description The e-mail address; case is ignored. Give this or `username`. */
      email?: string
      /** @description The one-time code. Case, spaces and hyphens are ignored. */
      code: string
      /** @description The password to set. */
      new_password: string
    }
    /** @description The one-time code of a user, if there is one. */
    CodeState: {
      /**
       * @description Whether the caller may issue a code for the user.
       * @example true
       */
      may_issue: boolean
      /** @description The code that can be redeemed; null if there is none. */
      code: {
        /**
         * @description `reset` for a user with a password, `invitation` for a user without one.
         * @example reset
         * @enum {string}
         */
        purpose: 'reset' | 'invitation'
        /**
         * @description Username of the issuer.
         * @example sudo
         */
        issued_by: string
        /**
         * @description When it was issued: ISO 8601, UTC.
         * @example 2026-11-21T08:00:00.000Z
         */
        created_at: string
        /**
         * @description When it expires, at the latest with the account of its user or issuer: ISO 8601, UTC.
         * @example 2026-11-21T08:15:00.000Z
         */
        expires_at: string
      } | null
    }
    /** @description A configuration file. */
    Configuration: {
      /**
       * @description The version of the format.
       * @example 1.0
       */
      version: string
      /**
       * @description ISO 8601 with an offset from UTC.
       * @example 2026-11-21T08:00:00+00:00
       */
      exported_at: string
      /**
       * @description The records of each configuration table, by its name.
       * @example {
       *       "Units": [
       *         {
       *           "id": 1,
       *           "name": "degree Celsius",
       *           "unit": "°C",
       *           "variable_id": "Temperature"
       *         }
       *       ]
       *     }
       */
      data: {
        [key: string]: Record<string, unknown>[]
      }
    }
    /** @description The created third-party token. */
    CreatedToken: {
      /**
       * @description The token, a JWT, for `X-API-KEY`. It is shown only here.
       * @example eyJhbGciOi…
       */
      token: string
      /**
       * @description The role that it acts with.
       * @example operator
       */
      role: string
      /**
       * @description When it was created: YYYY-MM-DD HH:MM:SS, UTC.
       * @example 2026-11-21 08:00:00
       */
      created_on: string
      /**
       * @description Human-readable result.
       * @example Third-party token created with the role operator
       */
      message: string
      /**
       * @description Identifies the token, to revoke it.
       * @example m60tgzfnmds4bfpx
       */
      id: string
      /**
       * @description The name for people; null for none.
       * @example historian
       */
      name: string | null
      /**
       * @description When it expires: YYYY-MM-DD HH:MM:SS, UTC; null for never.
       * @example 2026-12-21 08:00:00
       */
      expires_at: string | null
    }
    /** @description A username or an e-mail address, not both, and the password. */
    Credentials: {
      /** @description The username; case is ignored. Give this or `email`. */
      username?: string
      /** @description The e-mail address; case is ignored. Give this or `username`. */
      email?: string
      /** @description The password. */
      password: string
      /**
       * @description With `cookie` the key is split between a cookie and the page: for pages of this origin. By default the response has the whole key.
       * @enum {string}
       */
      session?: 'cookie'
    }
    /** @description Who the caller of this request is. */
    CurrentSession: {
      /**
       * @description The username; null for a third-party token.
       * @example alice
       */
      username: string | null
      /**
       * @description The name of the role.
       * @example operator
       */
      role: string
      /**
       * @description The level of that role; lower is more privileged.
       * @example 10
       */
      role_level: number
      /**
       * @description What identifies the caller: the key of a session, the session cookie, or a third-party token.
       * @example cookie
       * @enum {string}
       */
      by: 'key' | 'cookie' | 'token'
      /**
       * @description When the key ends: ISO 8601, UTC; null if nothing but a revocation ends it. Each use of a session defers this, up to its maximum age.
       * @example 2026-11-21T20:00:00.000Z
       */
      expires_at: string | null
      /**
       * @description Until when the login is fresh, which some operations need: ISO 8601, UTC; null for a third-party token. See `POST /users/confirm`.
       * @example 2026-11-21T08:05:00.000Z
       */
      fresh_until: string | null
      /**
       * @description What the caller must do before other operations accept the key, such as `change_password`; empty if nothing.
       * @example [
       *       "change_password"
       *     ]
       */
      must: string[]
    }
    /** @description For how long to write lines of level 10 (debug). */
    DebugPeriod: {
      /**
       * @description For how many minutes.
       * @example 15
       */
      minutes: number
    }
    /** @description Until when lines of level 10 (debug) are written. */
    DebugState: {
      /**
       * @description When it ends by itself: ISO 8601, UTC.
       * @example 2026-11-21T08:15:00.000Z
       */
      until: string
    }
    /** @description A secret for an authenticator app. It is shown only here. */
    Enrolment: {
      /**
       * @description The secret in base32, to be typed into an app.
       * @example JBSWY3DPEHPK3PXP
       */
      secret: string
      /**
       * @description The same as an `otpauth` address.
       * @example otpauth://totp/Plinth:anna?issuer=Plinth&secret=JBSWY3DPEHPK3PXP
       */
      uri: string
      /**
       * @description That address as a QR code, an SVG image.
       * @example <svg …>
       */
      qr_svg: string
    }
    /** @description A login that needs a second factor. */
    EnrolmentAtLogin: {
      /** @description The `login_key` from the response that started the login. */
      login_key: string
    }
    /** @description A code of the authenticator app. */
    FactorConfirmation: {
      /** @description The code that the app shows. */
      code: string
    }
    /** @description A problem of one field or parameter of a request. */
    FieldProblem: {
      /** @description The name of the field; empty for the whole body. */
      field: string
      /** @description Description of the problem, for people. */
      message: string
    }
    /** @description Result of one health check. */
    HealthCheckResult: {
      /**
       * @description Name of the check.
       * @example database
       */
      name: string
      /**
       * @description Whether the check passed.
       * @example true
       */
      ready: boolean
      /** @description Why the check failed. */
      reason?: string
      /** @description What to do about it. */
      remedy?: string
    }
    /** @description The result of an import. */
    ImportReport: {
      /**
       * @description Human-readable summary.
       * @example Import completed: 2 imported, 1 skipped, 1 errors.
       */
      message: string
      /** @description Numbers of records of all tables, by result. */
      summary: {
        /**
         * @description Records imported.
         * @example 2
         */
        imported: number
        /**
         * @description Records that already existed.
         * @example 1
         */
        skipped: number
        /**
         * @description Records that could not be imported.
         * @example 1
         */
        errors: number
      }
      /** @description The same numbers by table; errors as lines. */
      results: {
        /**
         * @description Number of records imported, by table.
         * @example {
         *       "Units": 2
         *     }
         */
        imported: {
          [key: string]: number
        }
        /**
         * @description Number of records that already existed, by table.
         * @example {
         *       "Units": 1
         *     }
         */
        skipped: {
          [key: string]: number
        }
        /**
         * @description Reasons why records could not be imported, one line each, by table.
         * @example {
         *       "Tags": [
         *         "T-101: unit \"°X\" not found"
         *       ]
         *     }
         */
        errors: {
          [key: string]: string[]
        }
      }
      /**
       * @description The names of the records that already existed, by table, at most 1000 of each.
       * @example {
       *       "Units": [
       *         "°C"
       *       ]
       *     }
       */
      skipped_records?: {
        [key: string]: string[]
      }
      /** @description The password generated for the imported users, if any. It is shown only here. */
      default_password?: string
      /** @description Number of users imported without a password; they cannot log in until one is set. */
      cannot_log_in?: number
    }
    /** @description A new one-time code. */
    IssuedCode: {
      /**
       * @description The user whom the code is for.
       * @example anna
       */
      username: string
      /**
       * @description The code, to be handed to the user.
       * @example 7KQM-2XRT-9F4B
       */
      code: string
      /**
       * @description `reset` for a user with a password, `invitation` for a user without one.
       * @example reset
       * @enum {string}
       */
      purpose: 'reset' | 'invitation'
      /**
       * @description When it expires, at the latest with the account of its user or issuer: ISO 8601, UTC.
       * @example 2026-11-21T08:15:00.000Z
       */
      expires_at: string
    }
    /** @description A new session. */
    Login: {
      /**
       * @description The key of the new session, to be sent as `X-API-KEY` with later requests. Omitted with `"session": "cookie"`.
       * @example bA3-Yk9…
       */
      apiKey?: string
      /**
       * @description With `"session": "cookie"`: the part of the key that the page keeps, to be sent as `X-Plinth-Session` with later requests. The cookie has the other part.
       * @example p7Xq0-…
       */
      page_key?: string
      /**
       * @description The name of the user's role.
       * @example sudo
       */
      role: string
      /**
       * @description The level of that role; lower is more privileged.
       * @example 0
       */
      role_level: number
      /**
       * @description The local time of the service, as MM/DD/YYYY, HH:MM:SS.
       * @example 11/21/2026, 09:00:00
       */
      datetime: string
      /**
       * @description The IANA time zone of that time.
       * @example Europe/Berlin
       */
      timezone: string
      /** @description The username, after a login by e-mail address; omitted otherwise. */
      username?: string
      /**
       * @description After a login that has enrolled a second factor: ten codes that replace it, once each, if it is lost. They are shown only here.
       * @example [
       *       "7KQM-2XRT-9F4B"
       *     ]
       */
      recovery_codes?: string[]
    }
    /** @description A code of the second factor. */
    LoginCompletion: {
      /** @description The `login_key` from the response that started the login. */
      login_key: string
      /** @description A code of the second factor. */
      code: string
      /**
       * @description With `cookie` the key is split between a cookie and the page: for pages of this origin. By default the response has the whole key.
       * @enum {string}
       */
      session?: 'cookie'
    }
    /** @description The password of the caller, or a code of the second factor. */
    LoginConfirmation: {
      /** @description The caller's password. Give this or `code`. */
      password?: string
      /** @description A code of the second factor. Give this or `password`. */
      code?: string
    }
    /** @description The requests that finished in one minute. */
    MinuteOfRequests: {
      /**
       * @description The start of the minute: ISO 8601, UTC.
       * @example 2026-11-21T08:00:00.000Z
       */
      at: string
      /**
       * @description Requests that finished.
       * @example 120
       */
      requests: number
      /**
       * @description Responses with a status of 500 or more.
       * @example 0
       */
      errors: number
      /**
       * @description Responses with 401, 403 or 429.
       * @example 2
       */
      refused: number
      /**
       * @description Logins.
       * @example 3
       */
      logins: number
      /**
       * @description Logins that were refused.
       * @example 1
       */
      failed_logins: number
      /**
       * @description The duration in ms that half of the requests did not exceed, to within a tenth; null without requests.
       * @example 1.68
       */
      p50_ms: number | null
      /**
       * @description The duration in ms that 95 % of the requests did not exceed, to within a tenth; null without requests.
       * @example 1.68
       */
      p95_ms: number | null
    }
    /** @description A role to create. */
    NewRole: {
      /** @description The name, which is stored in lower case; unique. */
      name: string
      /** @description The level, 1 or more; lower is more privileged. Only the CLI creates roles of level 0. */
      level: number
    }
    /** @description A user to create without a password. */
    NewUser: {
      /** @description The name in paths and at login; unique, ignoring case. */
      username: string
      /** @description The name of the role. */
      role_name: string
      /** @description The e-mail address; unique, ignoring case. */
      email: string
      /** @description The given name; none by default. */
      name?: string
      /** @description The family name; none by default. */
      lastname?: string
      /** @description When the account ends: ISO 8601, UTC. By default it does not end. */
      valid_until?: string
    }
    /** @description The state of a service. */
    Overview: {
      /**
       * @description The version of Plinth.
       * @example 0.1.0
       */
      version: string
      /**
       * @description The commit that it was built from, if known.
       * @example 1bcb8579
       */
      commit?: string
      /**
       * @description The version of Node.
       * @example 24.11.1
       */
      node: string
      /** @description The database. */
      database: {
        /**
         * @description The kind of database.
         * @example sqlite
         * @enum {string}
         */
        kind: 'sqlite' | 'postgres'
        /**
         * @description Its version.
         * @example 3.51.0
         */
        version: string
      }
      /**
       * @description When this process was started: ISO 8601, UTC.
       * @example 2026-11-21T08:00:00.000Z
       */
      started_at: string
      /**
       * @description The time of the service: ISO 8601, UTC.
       * @example 2026-11-21T08:00:00.000Z
       */
      now: string
      /**
       * @description Whether all health checks pass.
       * @example true
       */
      ready: boolean
      /** @description The result of each health check. */
      checks: components['schemas']['HealthCheckResult'][]
      /** @description The last 60 minutes of this process, the oldest first; fewer after a start. */
      minutes: components['schemas']['MinuteOfRequests'][]
      /** @description When things were last done, on any replica. */
      last: {
        /**
         * @description When the configuration was last exported: ISO 8601, UTC; null if never.
         * @example 2026-11-21T08:00:00.000Z
         */
        export: string | null
        /**
         * @description When a configuration was last imported, or a plan was applied: ISO 8601, UTC; null if never.
         * @example 2026-11-21T08:00:00.000Z
         */
        import: string | null
        /**
         * @description When a snapshot of the configuration was last taken on request, not by an import or plan: ISO 8601, UTC; null if never.
         * @example 2026-11-21T08:00:00.000Z
         */
        snapshot: string | null
        /**
         * @description When the newest sealed event of the audit trail was recorded: ISO 8601, UTC; null if never.
         * @example 2026-11-21T08:00:00.000Z
         */
        seal: string | null
      }
      /** @description What needs attention. */
      attention: components['schemas']['Attention'][]
    }
    /** @description A new password. To change your own, the current one is required. */
    PasswordChange: {
      /** @description The username; case is ignored. */
      target_username: string
      /** @description At least `PLINTH_PASSWORD_MIN_LENGTH` characters, and at most 1024 bytes. */
      new_password: string
      /** @description The current password; required to change your own. */
      current_password?: string
    }
    /** @description A new password in place of a forgotten one. */
    PasswordReset: {
      /** @description The username; case is ignored. */
      target_username: string
      /** @description At least `PLINTH_PASSWORD_MIN_LENGTH` characters, and at most 1024 bytes. */
      new_password: string
    }
    /** @description A login that needs a second factor. */
    PendingLogin: {
      /**
       * @description For people.
       * @example The password is right. Now show the second factor: POST /users/complete_login.
       */
      message: string
      /**
       * @description For programs.
       * @example SECOND_FACTOR_REQUIRED
       * @enum {string}
       */
      code: 'SECOND_FACTOR_REQUIRED'
      /**
       * @description Also in X-Request-Id and in the log.
       * @example 0f0e6f3c-6f0b-4c39-8f62-0d3e1f5b7a11
       */
      request_id: string
      /**
       * @description Completes this login within ten minutes, and does nothing else.
       * @example q1D8…
       */
      login_key: string
      /**
       * @description `prove`: send a code of the factor. `enrol`: enrol one first, because the role requires it.
       * @example prove
       * @enum {string}
       */
      step: 'prove' | 'enrol'
    }
    /** @description What a file or snapshot would change. */
    Plan: {
      /**
       * @description The id of the plan.
       * @example v1k8sdw0m2q4z6x9
       */
      id: string
      /**
       * @description The value for `If-Match` when the plan is applied; also sent as the header `ETag`.
       * @example "v1k8sdw0m2q4z6x9.made"
       */
      etag: string
      /**
       * @description Whether it has been applied.
       * @example made
       * @enum {string}
       */
      state: 'made' | 'applied'
      /**
       * @description What the plan does with records, unless a table has a mode of its own.
       * @example update
       * @enum {string}
       */
      mode: 'add' | 'update' | 'mirror'
      /**
       * @description The modes of tables with a mode of their own. Empty if none has.
       * @example {
       *       "Tags": "mirror",
       *       "Units": "add"
       *     }
       */
      modes: {
        [key: string]: 'add' | 'update' | 'mirror'
      }
      /** @description Where the records come from. */
      source: {
        /**
         * @description Where the records come from. A comparison cannot be applied.
         * @example file
         * @enum {string}
         */
        kind: 'file' | 'snapshot' | 'comparison' | 'merge'
        /**
         * @description The id of the snapshot; of a comparison, both sides; of a merge, base and theirs.
         * @example 5gq0c2w8t1m3r7hb
         */
        of?: string
        /**
         * @description The digest of the file.
         * @example 9f86d081884c7d659a2feaa0c55ad015…
         */
        sha256?: string
      }
      /**
       * @description When it was made, in ms.
       * @example 1795600000000
       */
      created_at: number
      /** @description Who made it. */
      created_by: {
        /**
         * @description The kind of caller. `command` is the CLI or the program that embeds Plinth, `nobody` a request without a key.
         * @example user
         * @enum {string}
         */
        kind: 'user' | 'token' | 'command' | 'nobody'
        /**
         * @description The username, or the id of the token; null for `command` and `nobody`.
         * @example ada
         */
        name: string | null
      }
      /**
       * @description When it is deleted, in ms.
       * @example 1795603600000
       */
      expires_at: number
      /** @description Numbers of records of all tables. */
      summary: {
        /**
         * @description Records that are added.
         * @example 3
         */
        add: number
        /**
         * @description Records that are changed.
         * @example 3
         */
        update: number
        /**
         * @description Records that are removed.
         * @example 3
         */
        remove: number
        /**
         * @description Records that stay as they are.
         * @example 3
         */
        same: number
        /**
         * @description Records for which the plan does nothing. Its changes have the first 10,000 of each table, with their reasons.
         * @example 3
         */
        refused: number
        /**
         * @description Records that both sides of a merge have changed. The plan cannot be applied.
         * @example 3
         */
        conflict: number
      }
      /**
       * @description The same numbers by table, for each table that the source has.
       * @example {
       *       "Tags": {
       *         "add": 12,
       *         "update": 3,
       *         "remove": 0,
       *         "same": 985,
       *         "refused": 0,
       *         "conflict": 0
       *       }
       *     }
       */
      tables: {
        [key: string]: {
          /**
           * @description Records that are added.
           * @example 3
           */
          add?: number
          /**
           * @description Records that are changed.
           * @example 3
           */
          update?: number
          /**
           * @description Records that are removed.
           * @example 3
           */
          remove?: number
          /**
           * @description Records that stay as they are.
           * @example 3
           */
          same?: number
          /**
           * @description Records for which the plan does nothing. Its changes have the first 10,000 of each table, with their reasons.
           * @example 3
           */
          refused?: number
          /**
           * @description Records that both sides of a merge have changed. The plan cannot be applied.
           * @example 3
           */
          conflict?: number
        }
      }
    }
    /** @description What a plan does with one record. */
    PlannedChange: {
      /**
       * @description The number of the change in the plan.
       * @example 1
       */
      id: number
      /**
       * @description The table.
       * @example Manufacturer
       */
      table: string
      /**
       * @description What is done with the record. `refused`: nothing. `conflict`: nothing until it is settled.
       * @example update
       * @enum {string}
       */
      kind: 'add' | 'update' | 'remove' | 'refused' | 'conflict'
      /**
       * @description The name of the record.
       * @example T-101
       */
      name: string
      /** @description Of an update: the fields that change. Of a conflict: those that both sides have changed. */
      fields?: {
        /**
         * @description The name of the field.
         * @example description
         */
        name: string
        /**
         * @description Its value now.
         * @example Inlet
         */
        old?: unknown
        /**
         * @description Its new value.
         * @example Outlet
         */
        new?: unknown
        /**
         * @description Of a conflict: its value in the base.
         * @example Intake
         */
        base?: unknown
      }[]
      /**
       * @description Of an addition or removal: the record.
       * @example {
       *       "name": "T-101",
       *       "unit": "°C"
       *     }
       */
      record?: {
        [key: string]: unknown
      }
      /**
       * @description Of a refused record: why. Of a conflict: what each side has done.
       * @example unit "°X" not found
       */
      reason?: string
    }
    /** @description Why a request failed. */
    Problem: {
      /** @description Explanation, for people. */
      message: string
      /** @description Stable error code, for programs. */
      code: string
      /** @description Also in the header X-Request-Id and in the log. */
      request_id: string
      /** @description The invalid fields, if they are the reason. */
      errors?: components['schemas']['FieldProblem'][]
    }
    /** @description A table that can be read. */
    ReadableTable: {
      /**
       * @description The name of the table.
       * @example Manufacturer
       */
      name: string
      /**
       * @description The number of records; of a historical table at most 1000000 are counted.
       * @example 42
       */
      records: number
      /**
       * @description Whether it has historical data, which is neither exported nor imported.
       * @example false
       */
      historical: boolean
      /**
       * @description Whether `GET /settings/tables/{table}` can search it.
       * @example true
       */
      searchable: boolean
      /** @description The fields of a record, in their order. */
      fields: {
        /**
         * @description The name of the field.
         * @example name
         */
        name: string
        /**
         * @description The type of its values. `timestamp` values are text; a `record` is another record, embedded whole.
         * @example text
         * @enum {string}
         */
        type: 'text' | 'number' | 'integer' | 'boolean' | 'timestamp' | 'record'
      }[]
    }
    /** @description Whether the service is ready. */
    Readiness: {
      /**
       * @description Whether all health checks passed.
       * @example true
       */
      ready: boolean
      /** @description The result of each check. Only keys of level 0 and 1 get it. */
      checks?: components['schemas']['HealthCheckResult'][]
    }
    /** @description A role, which determines what a user may do. */
    Role: {
      /**
       * @description The name of the role.
       * @example operator
       */
      name: string
      /**
       * @description Lower is more privileged.
       * @example 10
       */
      level: number
    }
    /** @description The new level of a role. */
    RoleChange: {
      /** @description The new level, 1 or more; lower is more privileged. */
      level: number
    }
    /** @description A role, and what it means for the caller. */
    RoleInfo: {
      /**
       * @description The name of the role.
       * @example operator
       */
      name: string
      /**
       * @description Lower is more privileged.
       * @example 10
       */
      level: number
      /**
       * @description Whether anybody may sign up for it without a key.
       * @example true
       */
      open: boolean
      /**
       * @description Null if the caller may give the role to a user; otherwise the code of the error that says why not. With `ROLE_REQUIRES_COMMAND` the caller may still create users with it.
       * @example null
       * @enum {string|null}
       */
      refusal: 'ROLE_NOT_YOURS_TO_GIVE' | 'ROLE_REQUIRES_COMMAND' | null
      /**
       * @description Whether the caller may change its level, and delete it while nothing uses it.
       * @example true
       */
      changeable: boolean
      /**
       * @description Number of its users; only for keys of level 0 or 1.
       * @example 3
       */
      users?: number
    }
    /** @description The second factor of a user. */
    SecondFactor: {
      /**
       * @description When it was enrolled: ISO 8601, UTC; null if the user has none.
       * @example 2026-11-21T08:00:00.000Z
       */
      enrolled_at: string | null
      /**
       * @description How many recovery codes are left.
       * @example 9
       */
      recovery_codes: number
      /**
       * @description Whether users of this role need a second factor.
       * @example true
       */
      required: boolean
      /**
       * @description Whether the caller may remove it.
       * @example true
       */
      may_remove: boolean
    }
    /** @description An event of the audit trail. */
    SecurityEvent: {
      /**
       * @description Identifies the event; later events have larger ids.
       * @example 1234
       */
      id: string
      /**
       * @description When it happened: ISO 8601, UTC.
       * @example 2026-11-21T08:00:00.000Z
       */
      at: string
      /**
       * @description What happened.
       * @example login
       */
      event: string
      /**
       * @description Whether it was done or refused; `unknown` if the stored event was changed.
       * @enum {string}
       */
      result: 'done' | 'refused' | 'unknown'
      /**
       * @description The kind of caller: `command` is the CLI or the program that embeds Plinth, `nobody` a request without a key; `unknown` if the stored event was changed.
       * @enum {string}
       */
      actor_kind: 'user' | 'token' | 'command' | 'nobody' | 'unknown'
      /**
       * @description The username, or the id of the token; null for `command` and `nobody`.
       * @example anna
       */
      actor: string | null
      /**
       * @description The user or object concerned; null for none.
       * @example anna
       */
      target: string | null
      /**
       * @description The client address; null for the CLI.
       * @example 192.0.2.7
       */
      address: string | null
      /**
       * @description The `X-Request-Id` of its request; null for the CLI.
       * @example 978ee465-7adb-436e-84eb-efc15f738851
       */
      request_id: string | null
      /**
       * @description Further details, by name; the text `unreadable` if the stored event was changed to other text.
       * @example {}
       */
      details: {
        [key: string]: unknown
      }
      /**
       * @description Whether the event is part of the chain that `plinth audit verify` checks. Events are sealed within about a second.
       * @example true
       */
      sealed: boolean
    }
    /** @description An open session of a user. */
    Session: {
      /**
       * @description Identifies the session, to end it.
       * @example 42
       */
      id: string
      /**
       * @description When the user logged in: ISO 8601, UTC.
       * @example 2026-11-21T08:00:00.000Z
       */
      created_at: string
      /**
       * @description When its key was last used, to the minute: ISO 8601, UTC.
       * @example 2026-11-21T08:00:00.000Z
       */
      last_used_at: string
      /**
       * @description Whether this request uses the session.
       * @example true
       */
      current: boolean
    }
    /** @description A logging setting, and where its value comes from. */
    SettingSource: {
      /**
       * @description The setting.
       * @example log_level
       * @enum {string}
       */
      name: 'log_level' | 'logger_period' | 'log_max_bytes' | 'log_backup_count'
      /**
       * @description The value that applies now.
       * @example 10
       */
      value: number
      /**
       * @description Where it comes from: `temporary` is debug for a while, `saved` was saved over REST or with the CLI, `configured` was set by the operator (PLINTH_…), `default` is the default of Plinth.
       * @example temporary
       * @enum {string}
       */
      source: 'temporary' | 'saved' | 'configured' | 'default'
      /**
       * @description The value that applies if none is saved.
       * @example 20
       */
      configured: number
      /**
       * @description When a `temporary` value ends by itself: ISO 8601, UTC. Only for such a value.
       * @example 2026-11-21T08:15:00.000Z
       */
      until?: string
    }
    /** @description The current logging settings. */
    Settings: {
      /**
       * @description Interval between two flushes of the log file, in seconds.
       * @example 10
       */
      logger_period: number
      /**
       * @description Size at which the log file is rotated, in bytes.
       * @example 10485760
       */
      log_max_bytes: number
      /**
       * @description Number of rotated log files to keep.
       * @example 3
       */
      log_backup_count: number
      /**
       * @description Lines below this level are not written: 0 (notset), 10 (debug), 20 (info), 30 (warning), 40 (error), 50 (critical).
       * @example 20
       * @enum {integer}
       */
      log_level: 0 | 10 | 20 | 30 | 40 | 50
    }
    /** @description Logging settings to change; an omitted one stays as it is. `log_max_bytes` and `log_backup_count` must be given together. */
    SettingsChange: {
      /**
       * @description Interval between two flushes of the log file, in seconds.
       * @example 10
       */
      logger_period?: number
      /**
       * @description Size at which the log file is rotated, in bytes.
       * @example 10485760
       */
      log_max_bytes?: number
      /**
       * @description Number of rotated log files to keep.
       * @example 3
       */
      log_backup_count?: number
      /**
       * @description Lines below this level are not written: 0 (notset), 10 (debug), 20 (info), 30 (warning), 40 (error), 50 (critical).
       * @example 20
       * @enum {integer}
       */
      log_level?: 0 | 10 | 20 | 30 | 40 | 50
    }
    /** @description A user to create. */
    SignUp: {
      /** @description The name in paths and at login; unique, ignoring case. */
      username: string
      /** @description The name of the role. */
      role_name: string
      /** @description The e-mail address; unique, ignoring case. */
      email: string
      /** @description The given name; none by default. */
      name?: string
      /** @description The family name; none by default. */
      lastname?: string
      /** @description When the account ends: ISO 8601, UTC. By default it does not end. */
      valid_until?: string
      /** @description At least `PLINTH_PASSWORD_MIN_LENGTH` characters, and at most 1024 bytes. */
      password: string
    }
    /** @description The created user. */
    SignedUpUser: {
      /**
       * @description Permanent identifier of the user.
       * @example 0f0e6f3c-6f0b-4c39-8f62-0d3e1f5b7a11
       */
      identifier: string
      /**
       * @description The name in paths and at login; unique, ignoring case.
       * @example otto
       */
      username: string
      role: components['schemas']['Role']
      /**
       * @description The e-mail address.
       * @example otto@plant.test
       */
      email: string
    }
    /** @description The state of the configuration at one time. */
    Snapshot: {
      /**
       * @description The id of the snapshot.
       * @example 5gq0c2w8t1m3r7hb
       */
      id: string
      /**
       * @description When it was taken, in ms.
       * @example 1795600000000
       */
      taken_at: number
      /** @description Who took it, or who started the import or applied the plan that it precedes. */
      taken_by: {
        /**
         * @description The kind of caller. `command` is the CLI or the program that embeds Plinth, `nobody` a request without a key.
         * @example user
         * @enum {string}
         */
        kind: 'user' | 'token' | 'command' | 'nobody'
        /**
         * @description The username, or the id of the token; null for `command` and `nobody`.
         * @example ada
         */
        name: string | null
      }
      /**
       * @description Why it was taken: before an import, before a plan was applied, or on request.
       * @example apply
       * @enum {string}
       */
      reason: 'import' | 'apply' | 'request'
      /**
       * @description A note by whoever took it.
       * @example Before the new line
       */
      note: string | null
      /** @description What the import or plan has changed. */
      changes: {
        /**
         * @description Records added.
         * @example 3
         */
        add: number
        /**
         * @description Records changed.
         * @example 3
         */
        update: number
        /**
         * @description Records removed.
         * @example 3
         */
        remove: number
      }
      /**
       * @description Size of what is kept for it, in bytes: the records that were changed until the next one.
       * @example 1840
       */
      bytes: number
    }
    /** @description A third-party token, without the token itself. */
    Token: {
      /**
       * @description Identifies the token, to revoke it.
       * @example 6b1f0c9e-52a4-4c7e-9d0b-0f6a2f3a8c11
       */
      id: string
      /**
       * @description The role that it acts with.
       * @example operator
       */
      role: string
      /**
       * @description When it was created: YYYY-MM-DD HH:MM:SS, UTC.
       * @example 2026-11-21 08:00:00
       */
      created_on: string
      /**
       * @description When it expires, in the same format; null for never.
       * @example null
       */
      expires_at: string | null
      /**
       * @description Username of the creator.
       * @example sudo
       */
      created_by: string
      /**
       * @description When it was last used, to the minute; null for never.
       * @example 2026-11-21 08:00:00
       */
      last_used_at: string | null
      /**
       * @description When it was revoked; null unless it was.
       * @example null
       */
      revoked_at: string | null
      /**
       * @description The name for people; null for none.
       * @example historian
       */
      name: string | null
      /**
       * @description The note for people; null for none.
       * @example null
       */
      note: string | null
    }
    /** @description A third-party token to create. */
    TokenOrder: {
      /** @description The role that the token acts with. */
      role_name: string
      /** @description Days until it expires. Without this it never expires, and is valid until it is revoked. */
      expires_in_days?: number
      /** @description A name for people, such as that of the other system; need not be unique. */
      name?: string
      /** @description A note for people, such as who uses the token. */
      note?: string
    }
    /** @description A configuration file that is kept to be compared or merged. */
    UploadedFile: {
      /**
       * @description The id of the file, for comparisons and merges.
       * @example h2v9s4k6d0q8m1tz
       */
      id: string
      /**
       * @description Its digest.
       * @example 9f86d081884c7d659a2feaa0c55ad015…
       */
      sha256: string
      /**
       * @description When it was uploaded, in ms.
       * @example 1795600000000
       */
      created_at: number
      /** @description Who uploaded it. */
      created_by: {
        /**
         * @description The kind of caller. `command` is the CLI or the program that embeds Plinth, `nobody` a request without a key.
         * @example user
         * @enum {string}
         */
        kind: 'user' | 'token' | 'command' | 'nobody'
        /**
         * @description The username, or the id of the token; null for `command` and `nobody`.
         * @example ada
         */
        name: string | null
      }
      /**
       * @description When it is deleted, in ms.
       * @example 1795603600000
       */
      expires_at: number
      /**
       * @description Number of records of each table.
       * @example {
       *       "Manufacturer": 12
       *     }
       */
      tables: {
        [key: string]: number
      }
      /**
       * @description Number of records and tables that cannot be read. They are not compared.
       * @example 0
       */
      problem_count: number
      /**
       * @description The first of these problems.
       * @example []
       */
      problems: {
        /**
         * @description The table.
         * @example Manufacturer
         */
        table: string
        /**
         * @description The name of the record, or its position.
         * @example record 17
         */
        name: string
        /**
         * @description Why it cannot be read.
         * @example name is missing
         */
        reason: string
      }[]
    }
    /** @description A user. */
    User: {
      /**
       * @description Permanent identifier of the user.
       * @example 0f0e6f3c-6f0b-4c39-8f62-0d3e1f5b7a11
       */
      identifier: string
      /**
       * @description The name in paths and at login; unique, ignoring case.
       * @example otto
       */
      username: string
      role: components['schemas']['Role']
      /**
       * @description The e-mail address.
       * @example otto@plant.test
       */
      email: string
      /**
       * @description The given name; null for none.
       * @example Otto
       */
      name: string | null
      /**
       * @description The family name; null for none.
       * @example null
       */
      lastname: string | null
      /** @description True for a disabled user, who cannot log in; omitted otherwise. */
      disabled?: boolean
      /** @description When the account ends: ISO 8601, UTC; omitted if it does not. */
      valid_until?: string
      /**
       * @description Whether the caller may change, disable, unlock and delete the user; only when one user is looked up.
       * @example true
       */
      may_change?: boolean
    }
    /** @description Whether a user can log in, and why not. */
    UserAccess: {
      /**
       * @description Whether the user can log in with the right password.
       * @example false
       */
      can_log_in: boolean
      /**
       * @description Why the user cannot log in; empty if the user can.
       * @example [
       *       "locked"
       *     ]
       */
      reasons: ('disabled' | 'account_ended' | 'locked' | 'no_password' | 'password_expired')[]
      /**
       * @description What the user must do after the login before anything else.
       * @example []
       */
      must: 'change_password'[]
      /**
       * @description When the temporary lock ends: ISO 8601, UTC; null if the account is not locked.
       * @example 2026-11-21T08:01:00.000Z
       */
      locked_until: string | null
      /**
       * @description Number of consecutive wrong passwords.
       * @example 5
       */
      failed_attempts: number
      /**
       * @description Number of open sessions.
       * @example 1
       */
      sessions: number
      /**
       * @description Whether the caller may set the user's password.
       * @example true
       */
      may_set_password: boolean
    }
    /** @description Fields to update. Omitted fields are unchanged. */
    UserChanges: {
      /** @description The name of the new role. */
      role_name?: string
      /** @description The new e-mail address. */
      email?: string
      /** @description The new given name; null clears it. */
      name?: string | null
      /** @description The new family name; null clears it. */
      lastname?: string | null
      /** @description True disables the user and ends all their sessions; false enables the user. */
      disabled?: boolean
      /** @description When the account ends, with its sessions: ISO 8601, UTC; null for no end. */
      valid_until?: string | null
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: {
    /** @description Seconds to wait before a retry. */
    'Retry-After': number
    /** @description Deletes a session cookie whose session has ended. */
    'Set-Cookie': string
    /** @description Asks for a key. */
    'WWW-Authenticate': 'Bearer realm="Plinth"'
    /** @description The id of the request, also in the log: the one that the client sent, or a new one. */
    'X-Request-Id': string
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  users: {
    parameters: {
      query?: {
        /** @description Maximum number of users. Defaults to all, or to 1000 with any other parameter. */
        limit?: number
        /** @description Number of users to skip; none by default. */
        offset?: number
        /** @description Only users with this text in their username, e-mail address or names; case is ignored. */
        search?: string
        /** @description Only users with the role of this name. */
        role?: string
        /** @description Only enabled users, only those whose account has ended, or only disabled ones, ended or not. */
        state?: 'enabled' | 'ended' | 'disabled'
        /** @description The order; with `-` in front it is descending. By default that of creation. */
        sort?: 'created' | '-created' | 'username' | '-username' | 'email' | '-email' | 'role' | '-role'
        /** @description Whether to count the users on all pages, which takes longer the more there are. By default they are not. */
        count?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description With a page, if `count` is true: the number of users on all pages. */
          'X-Total-Count'?: number
          /** @description With a page that is not the last: the URL of the next page. */
          Link?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_SEARCHES`: Too many searches are waiting. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_SEARCHES' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  user: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  deleteUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example User deleted
             */
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `USER_NOT_YOURS_TO_CHANGE`: Your role does not allow you to change this user.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'USER_NOT_YOURS_TO_CHANGE'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /**
       * @description `LAST_SUDO`: This is the last sudo user who can log in and whose account does not end: create another one first.
       *
       *     `USER_IN_USE`: Other data refers to this user. Disable the user instead.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'LAST_SUDO' | 'USER_IN_USE'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  changeUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "lastname": "Ottosson"
         *     }
         */
        'application/json': components['schemas']['UserChanges']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      /**
       * @description `ROLE_NOT_FOUND`: The role "{role}" does not exist. Available roles: {roles}.
       *
       *     `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_NOT_FOUND'
              | 'BAD_REQUEST'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       *
       *     `TOKEN_INVALID`: Token is missing or invalid
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'FRESH_LOGIN_REQUIRED' | 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `ROLE_NOT_YOURS_TO_GIVE`: Only an admin or sudo user who is at least as privileged may assign the role "{role}".
       *
       *     `ROLE_REQUIRES_COMMAND`: Only the CLI, on the machine itself, can create, change, delete, assign or remove a role of level 0: plinth users set-role, plinth roles.
       *
       *     `USER_NOT_YOURS_TO_CHANGE`: Your role does not allow you to change this user.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_NOT_YOURS_TO_GIVE'
              | 'ROLE_REQUIRES_COMMAND'
              | 'USER_NOT_YOURS_TO_CHANGE'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /**
       * @description `EMAIL_TAKEN`: A user with that e-mail address already exists.
       *
       *     `LAST_SUDO`: This is the last sudo user who can log in and whose account does not end: create another one first.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'EMAIL_TAKEN' | 'LAST_SUDO'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /**
       * @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later.
       *
       *     `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED' | 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  signUp: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "otto",
         *       "role_name": "operator",
         *       "email": "otto@plant.test",
         *       "password": "otto-has-a-cat"
         *     }
         */
        'application/json': components['schemas']['SignUp']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedUpUser']
        }
      }
      /**
       * @description `ROLE_NOT_FOUND`: The role "{role}" does not exist. Available roles: {roles}.
       *
       *     `PASSWORD_REFUSED`: The password {reason}.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_NOT_FOUND'
              | 'PASSWORD_REFUSED'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `ROLE_NOT_YOURS_TO_GIVE`: Only an admin or sudo user who is at least as privileged may assign the role "{role}".
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_NOT_YOURS_TO_GIVE'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /**
       * @description `USERNAME_TAKEN`: A user with that username already exists.
       *
       *     `EMAIL_TAKEN`: A user with that e-mail address already exists.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USERNAME_TAKEN' | 'EMAIL_TAKEN'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /**
       * @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later.
       *
       *     `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED' | 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  addUser: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "otto",
         *       "role_name": "operator",
         *       "email": "otto@plant.test"
         *     }
         */
        'application/json': components['schemas']['NewUser']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedUpUser']
        }
      }
      /**
       * @description `ROLE_NOT_FOUND`: The role "{role}" does not exist. Available roles: {roles}.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_NOT_FOUND'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `ROLE_NOT_YOURS_TO_GIVE`: Only an admin or sudo user who is at least as privileged may assign the role "{role}".
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_NOT_YOURS_TO_GIVE'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /**
       * @description `USERNAME_TAKEN`: A user with that username already exists.
       *
       *     `EMAIL_TAKEN`: A user with that e-mail address already exists.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USERNAME_TAKEN' | 'EMAIL_TAKEN'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /**
       * @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later.
       *
       *     `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED' | 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  roles: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RoleInfo'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  addRole: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "technician",
         *       "level": 5
         *     }
         */
        'application/json': components['schemas']['NewRole']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RoleInfo']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `ROLE_REQUIRES_COMMAND`: Only the CLI, on the machine itself, can create, change, delete, assign or remove a role of level 0: plinth users set-role, plinth roles.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_REQUIRES_COMMAND'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /**
       * @description `ROLE_EXISTS`: A role named "{role}" already exists.
       *
       *     `TOO_MANY_ROLES`: There are {max} roles already. Delete one that nobody has.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'ROLE_EXISTS' | 'TOO_MANY_ROLES'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  deleteRole: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The name of the role; case is ignored. */
        name: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Role deleted
             */
            message: string
          }
        }
      }
      /**
       * @description `ROLE_NOT_FOUND`: The role "{role}" does not exist. Available roles: {roles}.
       *
       *     `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'ROLE_NOT_FOUND' | 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `ROLE_REQUIRES_COMMAND`: Only the CLI, on the machine itself, can create, change, delete, assign or remove a role of level 0: plinth users set-role, plinth roles.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_REQUIRES_COMMAND'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `NOT_FOUND`: There is nothing at this path. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'NOT_FOUND'
          }
        }
      }
      /**
       * @description `ROLE_RESERVED`: The role "{role}" has rules of its own. It cannot be changed or deleted.
       *
       *     `ROLE_IN_USE`: The role "{role}" is in use ({uses}). Give its users another role, and revoke its tokens.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'ROLE_RESERVED' | 'ROLE_IN_USE'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  changeRole: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The name of the role; case is ignored. */
        name: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "level": 7
         *     }
         */
        'application/json': components['schemas']['RoleChange']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RoleInfo']
        }
      }
      /**
       * @description `ROLE_NOT_FOUND`: The role "{role}" does not exist. Available roles: {roles}.
       *
       *     `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_NOT_FOUND'
              | 'BAD_REQUEST'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `ROLE_REQUIRES_COMMAND`: Only the CLI, on the machine itself, can create, change, delete, assign or remove a role of level 0: plinth users set-role, plinth roles.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_REQUIRES_COMMAND'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `NOT_FOUND`: There is nothing at this path. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'NOT_FOUND'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `ROLE_RESERVED`: The role "{role}" has rules of its own. It cannot be changed or deleted. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'ROLE_RESERVED'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  login: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "sudo",
         *       "password": "the password of sudo"
         *     }
         */
        'application/json': components['schemas']['Credentials']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description The session cookie, with `"session": "cookie"`. */
          'Set-Cookie'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Login']
        }
      }
      /**
       * @description `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_INCOMPLETE' | 'BODY_FRAGMENTED' | 'NOT_JSON' | 'INVALID_BODY' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description Failed. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PendingLogin']
        }
      }
      /**
       * @description `SESSION_HEADER_MISSING`: A login with "session": "cookie" needs the header X-Plinth-Session: cookie.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `LOGIN_FAILED`: The name or the password is wrong, or the account is temporarily locked.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SESSION_HEADER_MISSING' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'LOGIN_FAILED'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `TOO_MANY_SESSIONS`: You have the maximum number of sessions ({count}). Log out of one, or have an admin end it. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_SESSIONS'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `PASSWORD_CHANGED_DURING_LOGIN`: The password was changed during the login. Try again shortly.
       *
       *     `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_CHANGED_DURING_LOGIN' | 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  completeLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "login_key": "q1D8…",
         *       "code": "123456"
         *     }
         */
        'application/json': components['schemas']['LoginCompletion']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description The session cookie, with `"session": "cookie"`. */
          'Set-Cookie'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Login']
        }
      }
      /**
       * @description `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_INCOMPLETE' | 'BODY_FRAGMENTED' | 'NOT_JSON' | 'INVALID_BODY' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `LOGIN_EXPIRED`: This login has expired. Begin again with the password. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'LOGIN_EXPIRED'
          }
        }
      }
      /**
       * @description `SESSION_HEADER_MISSING`: A login with "session": "cookie" needs the header X-Plinth-Session: cookie.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `SECOND_FACTOR_WRONG`: The code is wrong or was used, or the account is temporarily locked.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SESSION_HEADER_MISSING' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'SECOND_FACTOR_WRONG'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `TOO_MANY_SESSIONS`: You have the maximum number of sessions ({count}). Log out of one, or have an admin end it. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_SESSIONS'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  confirmLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "the password of sudo"
         *     }
         */
        'application/json': components['schemas']['LoginConfirmation']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description The session cookie, with `"session": "cookie"`. */
          'Set-Cookie'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Login confirmed
             */
            message: string
            /**
             * @description The new key, in place of that of the request. Omitted if that came in the session cookie, or was replaced some seconds ago.
             * @example bA3-Yk9…
             */
            apiKey?: string
            /**
             * @description Until when the login is fresh: ISO 8601, UTC.
             * @example 2026-11-21T08:05:00.000Z
             */
            fresh_until: string
          }
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `USER_REQUIRED`: This requires a logged-in user; third-party tokens are not accepted.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'USER_REQUIRED'
          }
        }
      }
      /**
       * @description `LOGIN_NOT_CONFIRMED`: The password or the code is wrong, or the account is temporarily locked.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'LOGIN_NOT_CONFIRMED' | 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  logout: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description Deletes the session cookie, if the request used it. */
          'Set-Cookie'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Logged out
             */
            message: string
          }
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `USER_REQUIRED`: This requires a logged-in user; third-party tokens are not accepted.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'USER_REQUIRED'
          }
        }
      }
      /**
       * @description `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  session: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CurrentSession']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  sessions: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Session'][]
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `SESSIONS_NOT_YOURS`: Your role does not allow you to see or end this user's sessions.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SESSIONS_NOT_YOURS' | 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  endSessions: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Sessions ended
             */
            message: string
            /**
             * @description Number of sessions ended.
             * @example 2
             */
            ended: number
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `SESSIONS_NOT_YOURS`: Your role does not allow you to see or end this user's sessions.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SESSIONS_NOT_YOURS'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  endSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
        /** @description The id of the session, as listed. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Session ended
             */
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `SESSIONS_NOT_YOURS`: Your role does not allow you to see or end this user's sessions.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SESSIONS_NOT_YOURS'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `SESSION_NOT_FOUND`: This user has no such session.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'SESSION_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  userAccess: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserAccess']
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `ACCESS_NOT_YOURS`: Your role does not allow you to see whether this user can log in, or to unlock the user.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ACCESS_NOT_YOURS'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  unlockUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example User unlocked
             */
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `ACCESS_NOT_YOURS`: Your role does not allow you to see whether this user can log in, or to unlock the user.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ACCESS_NOT_YOURS'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  changePassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "target_username": "otto",
         *       "current_password": "otto-has-a-cat",
         *       "new_password": "otto-has-two-cats"
         *     }
         */
        'application/json': components['schemas']['PasswordChange']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Password changed
             */
            message: string
          }
        }
      }
      /**
       * @description `TARGET_NOT_FOUND`: There is no user "{username}".
       *
       *     `PASSWORD_CHANGE_DENIED`: Your role does not allow you to set this user's password.
       *
       *     `CURRENT_PASSWORD_REQUIRED`: To change your own password, give the current one as well.
       *
       *     `CURRENT_PASSWORD_WRONG`: The current password is wrong, or the account is temporarily locked.
       *
       *     `PASSWORD_REFUSED`: The password {reason}.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'TARGET_NOT_FOUND'
              | 'PASSWORD_CHANGE_DENIED'
              | 'CURRENT_PASSWORD_REQUIRED'
              | 'CURRENT_PASSWORD_WRONG'
              | 'PASSWORD_REFUSED'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `USER_REQUIRED`: This requires a logged-in user; third-party tokens are not accepted.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'USER_REQUIRED'
          }
        }
      }
      /**
       * @description `PASSWORD_SET_BY_OWNER_ONLY`: This service lets users set only their own passwords. Issue a one-time code instead: POST /users/{username}/code.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_SET_BY_OWNER_ONLY' | 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  resetPassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "target_username": "anna",
         *       "new_password": "anna-has-two-dogs"
         *     }
         */
        'application/json': components['schemas']['PasswordReset']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Password reset
             */
            message: string
          }
        }
      }
      /**
       * @description `TARGET_NOT_FOUND`: There is no user "{username}".
       *
       *     `PASSWORD_CHANGE_DENIED`: Your role does not allow you to set this user's password.
       *
       *     `PASSWORD_REFUSED`: The password {reason}.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'TARGET_NOT_FOUND'
              | 'PASSWORD_CHANGE_DENIED'
              | 'PASSWORD_REFUSED'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `USER_REQUIRED`: This requires a logged-in user; third-party tokens are not accepted.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'USER_REQUIRED'
          }
        }
      }
      /**
       * @description `PASSWORD_SET_BY_OWNER_ONLY`: This service lets users set only their own passwords. Issue a one-time code instead: POST /users/{username}/code.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_SET_BY_OWNER_ONLY' | 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  createToken: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "role_name": "operator",
         *       "expires_in_days": 30,
         *       "name": "historian"
         *     }
         */
        'application/json': components['schemas']['TokenOrder']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CreatedToken']
        }
      }
      /**
       * @description `ROLE_NOT_FOUND`: The role "{role}" does not exist. Available roles: {roles}.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'ROLE_NOT_FOUND'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `SIGNING_KEY_DIFFERS`: PLINTH_SECRET_KEY is not the key that signs third-party tokens on this database, so a token created here would be refused. Set that key; if it is permanently lost: plinth tpt adopt-key
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SIGNING_KEY_DIFFERS' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  tokens: {
    parameters: {
      query?: {
        /** @description Maximum number of tokens. Defaults to all, or to 1000 with any other parameter. */
        limit?: number
        /** @description The id of a token; returns only tokens that were created before it. */
        before?: string
        /** @description Only tokens of this creator. */
        created_by?: string
        /** @description Only tokens that are neither revoked nor expired. */
        state?: 'valid'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description With a page that is not the last: the URL of the next page. */
          Link?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Token'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  revokeToken: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The id of the token, as listed. */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Third-party token revoked
             */
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `TOKEN_NOT_FOUND`: There is no third-party token with that id.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  code: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CodeState']
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `CODE_NOT_YOURS`: You may not see, issue or withdraw a code of this user. Only somebody else who may set their password can, or `plinth users code` on the machine.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'CODE_NOT_YOURS'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  issueCode: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['IssuedCode']
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `CODE_NOT_YOURS`: You may not see, issue or withdraw a code of this user. Only somebody else who may set their password can, or `plinth users code` on the machine.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'CODE_NOT_YOURS'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `CODE_OF_DISABLED_USER`: This user is disabled, or the account has ended. Enable the user or extend the account first. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'CODE_OF_DISABLED_USER'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  withdrawCode: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Code withdrawn
             */
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `CODE_NOT_YOURS`: You may not see, issue or withdraw a code of this user. Only somebody else who may set their password can, or `plinth users code` on the machine.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'CODE_NOT_YOURS'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `CODE_NOT_FOUND`: There is no code for this user.
       *
       *     `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'CODE_NOT_FOUND' | 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  codes: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ActiveCode'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  redeemCode: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "username": "anna",
         *       "code": "7KQM-2XRT-9F4B",
         *       "new_password": "anna-has-two-dogs"
         *     }
         */
        'application/json': components['schemas']['CodeRedemption']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Password set
             */
            message: string
            /**
             * @description The user whom the code is for.
             * @example anna
             */
            username: string
          }
        }
      }
      /**
       * @description `PASSWORD_REFUSED`: The password {reason}.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'PASSWORD_REFUSED'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `CODE_INVALID`: The name or the code is wrong, or the code was used or has expired. Check both, or ask for a new code. */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'CODE_INVALID'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  enrolSecondFactor: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Enrolment']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `USER_REQUIRED`: This requires a logged-in user; third-party tokens are not accepted.
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'USER_REQUIRED' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `SECOND_FACTOR_ENROLLED`: There is a second factor already. Remove it before another one is enrolled. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SECOND_FACTOR_ENROLLED'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /**
       * @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later.
       *
       *     `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED' | 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  enrolAtLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "login_key": "q1D8…"
         *     }
         */
        'application/json': components['schemas']['EnrolmentAtLogin']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Enrolment']
        }
      }
      /**
       * @description `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_INCOMPLETE' | 'BODY_FRAGMENTED' | 'NOT_JSON' | 'INVALID_BODY' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `LOGIN_EXPIRED`: This login has expired. Begin again with the password. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'LOGIN_EXPIRED'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `SECOND_FACTOR_ENROLLED`: There is a second factor already. Remove it before another one is enrolled. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SECOND_FACTOR_ENROLLED'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  confirmSecondFactor: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "123456"
         *     }
         */
        'application/json': components['schemas']['FactorConfirmation']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Second factor enrolled
             */
            message: string
            /**
             * @description Ten codes that replace the factor, once each, if it is lost. They are shown only here.
             * @example [
             *       "7KQM-2XRT-9F4B"
             *     ]
             */
            recovery_codes: string[]
          }
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `USER_REQUIRED`: This requires a logged-in user; third-party tokens are not accepted.
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'USER_REQUIRED' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `ENROLMENT_CODE_WRONG`: The code is wrong. Check the time of the phone, and enter the code that it shows now.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'ENROLMENT_CODE_WRONG' | 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `SECOND_FACTOR_NOT_ENROLLED`: There is no second factor. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SECOND_FACTOR_NOT_ENROLLED'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `SECOND_FACTOR_ENROLLED`: There is a second factor already. Remove it before another one is enrolled. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SECOND_FACTOR_ENROLLED'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /**
       * @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later.
       *
       *     `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED' | 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  renewRecoveryCodes: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Recovery codes created
             */
            message: string
            /**
             * @description Ten codes that replace the factor, once each, if it is lost. They are shown only here.
             * @example [
             *       "7KQM-2XRT-9F4B"
             *     ]
             */
            recovery_codes: string[]
          }
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `USER_REQUIRED`: This requires a logged-in user; third-party tokens are not accepted.
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'USER_REQUIRED' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `SECOND_FACTOR_NOT_ENROLLED`: There is no second factor. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SECOND_FACTOR_NOT_ENROLLED'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /**
       * @description `RATE_LIMITED`: Too many logins, signups or account changes from this address or by this user. Try again later.
       *
       *     `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s.
       */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'RATE_LIMITED' | 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  secondFactor: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SecondFactor']
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `SECOND_FACTOR_NOT_YOURS`: Your role does not allow you to see or remove this user's second factor.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SECOND_FACTOR_NOT_YOURS' | 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  removeSecondFactor: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The username; case is ignored. */
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Second factor removed
             */
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `USER_REQUIRED`: This requires a logged-in user; third-party tokens are not accepted.
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'USER_REQUIRED' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `SECOND_FACTOR_NOT_YOURS`: Your role does not allow you to see or remove this user's second factor.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SECOND_FACTOR_NOT_YOURS' | 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /**
       * @description `SECOND_FACTOR_NOT_ENROLLED`: There is no second factor.
       *
       *     `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SECOND_FACTOR_NOT_ENROLLED' | 'USER_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  exportConfiguration: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description The file name for a browser. */
          'Content-Disposition': string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Configuration']
        }
      }
      /**
       * @description `DATABASE_NOT_CONNECTED`: Database not connected
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_NOT_CONNECTED' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_EXPORTS`: Two exports are already running. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_EXPORTS' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  canonicalConfiguration: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description The file name for a browser. */
          'Content-Disposition': string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CanonicalConfiguration']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_EXPORTS`: Two exports are already running. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_EXPORTS' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  importConfiguration: {
    parameters: {
      query?: {
        /** @description Only report, and write nothing. */
        dry_run?: boolean
        /** @description Write nothing if any record fails. */
        atomic?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * Format: binary
           * @description A configuration file, in the format of the export.
           */
          file: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ImportReport']
        }
      }
      /**
       * @description `INVALID_JSON_FILE`: Invalid JSON file: {reason}
       *
       *     `NOT_A_CONFIGURATION`: The file is not a configuration file: {reason}
       *
       *     `UNKNOWN_VERSION`: The file has the format version "{version}"; only versions 1.x are supported.
       *
       *     `PASSWORD_REFUSED`: The password {reason}.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NO_FILE_PROVIDED`: No file provided
       *
       *     `MALFORMED_FORM`: The multipart form cannot be read, has too many parts or more than one file.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'INVALID_JSON_FILE'
              | 'NOT_A_CONFIGURATION'
              | 'UNKNOWN_VERSION'
              | 'PASSWORD_REFUSED'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NO_FILE_PROVIDED'
              | 'MALFORMED_FORM'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `IMPORT_OUTDATED`: Nothing was written: the level of a role of imported users was changed meanwhile. Import the file again. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'IMPORT_OUTDATED'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description Failed. */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ImportReport']
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_IMPORTS`: One import is running here and four others are already waiting. Try again shortly.
       *
       *     `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `TOO_MANY_UPLOADS`: Other uploads use the disk space for uploads. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_IMPORTS' | 'BUSY' | 'DATABASE_UNAVAILABLE' | 'TOO_MANY_UPLOADS' | 'NOT_RUNNING'
          }
        }
      }
      /** @description `UPLOAD_FAILED`: The upload could not be stored. Is the data folder full or read-only? */
      507: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UPLOAD_FAILED'
          }
        }
      }
    }
  }
  configurationTables: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadableTable'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  configurationRecords: {
    parameters: {
      query?: {
        /** @description Part of the name of the records, ignoring case (on SQLite only that of the letters A to Z). Of historical data, part of its text. `searchable` of `GET /settings/tables` says whether a table can be searched. */
        search?: string
        /** @description Maximum number of records. */
        limit?: number
        /** @description Where to continue: from the `Link` of the previous page. */
        after?: string
      }
      header?: never
      path: {
        /** @description The name of the table. */
        table: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description If there are more records: the URL of the next page. */
          Link?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            [key: string]: unknown
          }[]
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `TABLE_NOT_FOUND`: There is no table with that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TABLE_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_RECORD_SEARCHES`: Two searches for records are already running. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_RECORD_SEARCHES' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  plans: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Plan'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  planConfiguration: {
    parameters: {
      query?: {
        /** @description `add` adds missing records, `update` also changes those that differ, `mirror` also removes others. */
        mode?: 'add' | 'update' | 'mirror'
        /** @description Tables with another mode, each as `table:mode`, separated by commas. Other tables have `mode`. */
        tables?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * Format: binary
           * @description A configuration file, in the format of the export.
           */
          file: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description Send it as `If-Match` to apply the plan. */
          ETag: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Plan']
        }
      }
      /**
       * @description `INVALID_JSON_FILE`: Invalid JSON file: {reason}
       *
       *     `NOT_A_CONFIGURATION`: The file is not a configuration file: {reason}
       *
       *     `UNKNOWN_VERSION`: The file has the format version "{version}"; only versions 1.x are supported.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NO_FILE_PROVIDED`: No file provided
       *
       *     `MALFORMED_FORM`: The multipart form cannot be read, has too many parts or more than one file.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'INVALID_JSON_FILE'
              | 'NOT_A_CONFIGURATION'
              | 'UNKNOWN_VERSION'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NO_FILE_PROVIDED'
              | 'MALFORMED_FORM'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `TOO_MANY_STORED_PLANS`: There are {count} plans already. Delete one, or wait until it expires. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_STORED_PLANS'
          }
        }
      }
      /**
       * @description `TOO_MANY_RECORDS`: The file has too many records: their names need more than {megabytes} MB of memory. Split the file, or give the service more memory.
       *
       *     `BODY_TOO_LARGE`: The request body is larger than {limit} bytes.
       */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_RECORDS' | 'BODY_TOO_LARGE'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_PLANS`: One plan is being made here and four others are already waiting. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `TOO_MANY_UPLOADS`: Other uploads use the disk space for uploads. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_PLANS' | 'DATABASE_UNAVAILABLE' | 'TOO_MANY_UPLOADS' | 'NOT_RUNNING'
          }
        }
      }
      /** @description `UPLOAD_FAILED`: The upload could not be stored. Is the data folder full or read-only? */
      507: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UPLOAD_FAILED'
          }
        }
      }
    }
  }
  plan: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The id of the plan. */
        plan: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description Send it as `If-Match` to apply the plan. */
          ETag: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Plan']
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `PLAN_NOT_FOUND`: There is no plan with that id. Plans expire.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PLAN_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  deletePlan: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The id of the plan. */
        plan: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Plan deleted
             */
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `PLAN_NOT_FOUND`: There is no plan with that id. Plans expire.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PLAN_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  plannedChanges: {
    parameters: {
      query?: {
        /** @description Only changes of this table. */
        table?: string
        /** @description Only changes of this kind. */
        kind?: 'add' | 'update' | 'remove' | 'refused' | 'conflict'
        /** @description Maximum number of changes. */
        limit?: number
        /** @description Where to continue: the `id` of the last change of the previous page. */
        after?: number
      }
      header?: never
      path: {
        /** @description The id of the plan. */
        plan: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description If there are more changes: the URL of the next page. */
          Link?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PlannedChange'][]
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `PLAN_NOT_FOUND`: There is no plan with that id. Plans expire.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PLAN_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  applyPlan: {
    parameters: {
      query?: never
      header: {
        /** @description The `ETag` of what is changed, as you have read it. */
        'If-Match': string
      }
      path: {
        /** @description The id of the plan. */
        plan: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApplyReport']
        }
      }
      /**
       * @description `PASSWORD_REFUSED`: The password {reason}.
       *
       *     `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_REFUSED' | 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `FRESH_LOGIN_REQUIRED`: This needs a fresh login. Confirm your login first: POST /users/confirm.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'FRESH_LOGIN_REQUIRED'
          }
        }
      }
      /**
       * @description `PLAN_NEEDS_SECOND_PERSON`: A user other than the one who made the plan must apply it. Only the CLI can apply a plan that was made with a third-party token.
       *
       *     `PLAN_MORE_PRIVILEGED`: The plan adds or changes a role or user that is more privileged than the caller.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'PLAN_NEEDS_SECOND_PERSON'
              | 'PLAN_MORE_PRIVILEGED'
              | 'PASSWORD_MUST_BE_CHANGED'
              | 'COOKIE_NEEDS_HTTPS'
              | 'FOREIGN_ORIGIN'
              | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `PLAN_NOT_FOUND`: There is no plan with that id. Plans expire.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PLAN_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `PLAN_NOT_APPLICABLE`: The plan {reason}. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PLAN_NOT_APPLICABLE'
          }
        }
      }
      /**
       * @description `PLAN_OUTDATED`: Nothing was changed: others have changed {records} of the plan since it was made. Make a new plan.
       *
       *     `ENTITY_TAG_DIFFERS`: The header If-Match names an earlier state. Read the current one first.
       */
      412: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PLAN_OUTDATED' | 'ENTITY_TAG_DIFFERS'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `IF_MATCH_MISSING`: Send the header If-Match with the ETag of the state that you have read. */
      428: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'IF_MATCH_MISSING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BUSY' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  snapshots: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Snapshot'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  takeSnapshot: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "note": "Before the new line"
         *     }
         */
        'application/json': {
          /**
           * @description What it is for.
           * @example Before the new line
           */
          note?: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Snapshot']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  exportSnapshot: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The id of the snapshot. */
        snapshot: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description The file name for a browser. */
          'Content-Disposition': string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Configuration']
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `SNAPSHOT_NOT_FOUND`: There is no snapshot with that id.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SNAPSHOT_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_EXPORTS`: Two exports are already running. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_EXPORTS' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  deleteSnapshot: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The id of the snapshot. */
        snapshot: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Snapshot deleted
             */
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `SNAPSHOT_NOT_FOUND`: There is no snapshot with that id.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SNAPSHOT_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  planSnapshot: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The id of the snapshot. */
        snapshot: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description Send it as `If-Match` to apply the plan. */
          ETag: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Plan']
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `SNAPSHOT_NOT_FOUND`: There is no snapshot with that id.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SNAPSHOT_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `TOO_MANY_STORED_PLANS`: There are {count} plans already. Delete one, or wait until it expires. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_STORED_PLANS'
          }
        }
      }
      /** @description `TOO_MANY_RECORDS`: The file has too many records: their names need more than {megabytes} MB of memory. Split the file, or give the service more memory. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_RECORDS'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_PLANS`: One plan is being made here and four others are already waiting. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_PLANS' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  uploadedFiles: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UploadedFile'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  uploadConfiguration: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * Format: binary
           * @description A configuration file, in the format of the export.
           */
          file: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UploadedFile']
        }
      }
      /**
       * @description `INVALID_JSON_FILE`: Invalid JSON file: {reason}
       *
       *     `NOT_A_CONFIGURATION`: The file is not a configuration file: {reason}
       *
       *     `UNKNOWN_VERSION`: The file has the format version "{version}"; only versions 1.x are supported.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NO_FILE_PROVIDED`: No file provided
       *
       *     `MALFORMED_FORM`: The multipart form cannot be read, has too many parts or more than one file.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'INVALID_JSON_FILE'
              | 'NOT_A_CONFIGURATION'
              | 'UNKNOWN_VERSION'
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NO_FILE_PROVIDED'
              | 'MALFORMED_FORM'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `TOO_MANY_STORED_FILES`: There are {count} files already. Delete one, or wait until it expires. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_STORED_FILES'
          }
        }
      }
      /**
       * @description `TOO_MANY_RECORDS`: The file has too many records: their names need more than {megabytes} MB of memory. Split the file, or give the service more memory.
       *
       *     `BODY_TOO_LARGE`: The request body is larger than {limit} bytes.
       */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_RECORDS' | 'BODY_TOO_LARGE'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_PLANS`: One plan is being made here and four others are already waiting. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `TOO_MANY_UPLOADS`: Other uploads use the disk space for uploads. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_PLANS' | 'DATABASE_UNAVAILABLE' | 'TOO_MANY_UPLOADS' | 'NOT_RUNNING'
          }
        }
      }
      /** @description `UPLOAD_FAILED`: The upload could not be stored. Is the data folder full or read-only? */
      507: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UPLOAD_FAILED'
          }
        }
      }
    }
  }
  deleteUploadedFile: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description The id of the file. */
        file: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example File deleted
             */
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BAD_REQUEST' | 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /**
       * @description `FILE_NOT_FOUND`: There is no file with that id. Files expire.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'FILE_NOT_FOUND' | 'NOT_FOUND'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  compareConfigurations: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "from": "5gq0c2w8t1m3r7hb",
         *       "to": "present"
         *     }
         */
        'application/json': {
          /**
           * @description The first configuration, from which the changes lead.
           * @example present
           */
          from: string
          /**
           * @description The second configuration, to which the changes lead.
           * @example present
           */
          to: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description Send it as `If-Match` to apply the plan. */
          ETag: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Plan']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `STATE_NOT_FOUND`: There is neither a snapshot nor a file with the id "{id}". Files expire. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'STATE_NOT_FOUND'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `TOO_MANY_STORED_PLANS`: There are {count} plans already. Delete one, or wait until it expires. */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_STORED_PLANS'
          }
        }
      }
      /**
       * @description `TOO_MANY_RECORDS`: The file has too many records: their names need more than {megabytes} MB of memory. Split the file, or give the service more memory.
       *
       *     `BODY_TOO_LARGE`: The request body is larger than {limit} bytes.
       */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_RECORDS' | 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_PLANS`: One plan is being made here and four others are already waiting. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_PLANS' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  mergeConfigurations: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "base": "5gq0c2w8t1m3r7hb",
         *       "theirs": "h2v9s4k6d0q8m1tz",
         *       "settle": [
         *         {
         *           "table": "Manufacturer",
         *           "name": "Acme",
         *           "take": "theirs"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /**
           * @description The id of the file or snapshot from which both sides diverged.
           * @example h2v9s4k6d0q8m1tz
           */
          base: string
          /**
           * @description The id of the file or snapshot of the other side.
           * @example h2v9s4k6d0q8m1tz
           */
          theirs: string
          /**
           * @description Which side wins conflicts. An item for a record takes precedence over one for its table, and that over one for all tables. Conflicts without an item remain. By default all remain.
           * @example [
           *       {
           *         "table": "Manufacturer",
           *         "name": "Acme",
           *         "take": "theirs"
           *       }
           *     ]
           */
          settle?: {
            /**
             * @description The name of the table. By default all tables.
             * @example Manufacturer
             */
            table?: string
            /**
             * @description The name of the record. By default all records of the table.
             * @example Acme
             */
            name?: string
            /**
             * @description Which side wins where both have changed something.
             * @example theirs
             * @enum {string}
             */
            take: 'ours' | 'theirs'
          }[]
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description Send it as `If-Match` to apply the plan. */
          ETag: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Plan']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `STATE_NOT_FOUND`: There is neither a snapshot nor a file with the id "{id}". Files expire. */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'STATE_NOT_FOUND'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /**
       * @description `MERGE_NEEDS_FILE`: Two snapshots cannot be merged: "base" or "theirs" must be an uploaded file.
       *
       *     `TOO_MANY_STORED_PLANS`: There are {count} plans already. Delete one, or wait until it expires.
       */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'MERGE_NEEDS_FILE' | 'TOO_MANY_STORED_PLANS'
          }
        }
      }
      /**
       * @description `TOO_MANY_RECORDS`: The file has too many records: their names need more than {megabytes} MB of memory. Split the file, or give the service more memory.
       *
       *     `BODY_TOO_LARGE`: The request body is larger than {limit} bytes.
       */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_RECORDS' | 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_PLANS`: One plan is being made here and four others are already waiting. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_PLANS' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  settings: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Settings']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  updateSettings: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "log_level": 20
         *     }
         */
        'application/json': components['schemas']['SettingsChange']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'text/plain': 'Settings updated'
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
          'text/plain':
            | 'Numbers must be <= 1.7976931348623157e+308'
            | 'Logger period must be >= 1.0'
            | 'Both log_max_bytes and log_backup_count must be provided together'
            | 'log_max_bytes must be an integer >= 1024'
            | 'log_backup_count must be an integer >= 1'
            | 'log_level must be one of 0 (notset), 10 (debug), 20 (info), 30 (warning), 40 (error), 50 (critical)'
            | 'Only logger_period, log_max_bytes, log_backup_count, log_level can be set'
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  setLoggerPeriod: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "logger_period": 10
         *     }
         */
        'application/json': {
          /**
           * @description Interval between two flushes of the log file, in seconds.
           * @example 10
           */
          logger_period: number
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'text/plain': 'Logger period updated'
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
          'text/plain':
            | 'Logger period must be >= 1.0'
            | 'Numbers must be <= 1.7976931348623157e+308'
            | 'Only logger_period can be set'
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  settingsSources: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SettingSource'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  startDebug: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "minutes": 15
         *     }
         */
        'application/json': components['schemas']['DebugPeriod']
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DebugState']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `BODY_FRAGMENTED`: The request body is sent in too many tiny chunks. Send it in larger ones.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code:
              | 'SEVERAL_SESSION_COOKIES'
              | 'SEVERAL_KEYS'
              | 'BODY_INCOMPLETE'
              | 'BODY_FRAGMENTED'
              | 'NOT_JSON'
              | 'INVALID_BODY'
              | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
      408: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'REQUEST_TIMEOUT'
          }
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_TOO_LARGE'
          }
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_MEDIA_TYPE' | 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body without leaving it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'BODY_ALREADY_READ' | 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  stopDebug: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description What was done, for people.
             * @example Debug ended
             */
            message: string
          }
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  tailLog: {
    parameters: {
      query?: {
        /** @description Omits lines below this level: 0 (notset), 10 (debug), 20 (info), 30 (warning), 40 (error), 50 (critical). */
        level?: 0 | 10 | 20 | 30 | 40 | 50
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description Always `no`: proxies must not hold lines back. */
          'X-Accel-Buffering': string
          [name: string]: unknown
        }
        content: {
          'text/event-stream': string
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_TAILS`: Too many clients are already following the log of this process. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_TAILS' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  securityEvents: {
    parameters: {
      query?: {
        /** @description The name of the event, such as `login`. */
        event?: string
        /** @description Whether it was done or refused. */
        result?: 'done' | 'refused'
        /** @description The username, or the id of the token, of the caller. */
        actor?: string
        /** @description The kind of caller: `command` is the CLI or the program that embeds Plinth, `nobody` a request without a key. */
        actor_kind?: 'user' | 'token' | 'command' | 'nobody'
        /** @description The user or object concerned. */
        target?: string
        /** @description A username or the id of a token: the caller or the target. */
        concerning?: string
        /** @description The client address. */
        address?: string
        /** @description The start of the period (inclusive), ISO 8601 in UTC. */
        from?: string
        /** @description The end of the period (exclusive), ISO 8601 in UTC. */
        to?: string
        /** @description The id of an event; returns only older events. */
        before?: string
        /** @description Maximum number of events. */
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description If there are more events: the URL of the next page. */
          Link?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SecurityEvent'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_SEARCHES`: Too many searches are waiting. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_SEARCHES' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  ownSecurityEvents: {
    parameters: {
      query?: {
        /** @description The id of an event; returns only older events. */
        before?: string
        /** @description Maximum number of events. */
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description If there are more events: the URL of the next page. */
          Link?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SecurityEvent'][]
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `USER_REQUIRED`: This requires a logged-in user; third-party tokens are not accepted.
       */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID' | 'USER_REQUIRED'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  exportSecurityEvents: {
    parameters: {
      query?: {
        /** @description The name of the event, such as `login`. */
        event?: string
        /** @description Whether it was done or refused. */
        result?: 'done' | 'refused'
        /** @description The username, or the id of the token, of the caller. */
        actor?: string
        /** @description The kind of caller: `command` is the CLI or the program that embeds Plinth, `nobody` a request without a key. */
        actor_kind?: 'user' | 'token' | 'command' | 'nobody'
        /** @description The user or object concerned. */
        target?: string
        /** @description A username or the id of a token: the caller or the target. */
        concerning?: string
        /** @description The client address. */
        address?: string
        /** @description The start of the period (inclusive), ISO 8601 in UTC. */
        from?: string
        /** @description The end of the period (exclusive), ISO 8601 in UTC. */
        to?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          /** @description The file name for a browser. */
          'Content-Disposition': string
          [name: string]: unknown
        }
        content: {
          'application/x-ndjson': string
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `TOO_MANY_AUDIT_EXPORTS`: Two exports of the audit trail are already running. Try again shortly.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_AUDIT_EXPORTS' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  verifyAudit: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AuditVerification']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `VERIFICATION_RUNNING`: A verification is already running here. Try again shortly.
       *
       *     `VERIFICATION_TOO_LONG`: The audit trail is too long to be verified within {seconds} seconds. Use the CLI: plinth audit verify.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'VERIFICATION_RUNNING' | 'VERIFICATION_TOO_LONG' | 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  metrics: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'text/plain': string
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
  alive: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /**
             * @description Always `alive`.
             * @enum {string}
             */
            status: 'alive'
          }
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /** @description `NOT_RUNNING`: The service is starting or stopping. */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'NOT_RUNNING'
          }
        }
      }
    }
  }
  health: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Readiness']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /** @description `NOT_RUNNING`: The service is starting or stopping. */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Readiness']
            | (components['schemas']['Problem'] & {
                /** @enum {string} */
                code: 'NOT_RUNNING'
              })
        }
      }
    }
  }
  overview: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Overview']
        }
      }
      /**
       * @description `SEVERAL_SESSION_COOKIES`: The request has more than one cookie __Host-plinth. Delete the cookies of this site and log in again.
       *
       *     `SEVERAL_KEYS`: The request has a session cookie and another key. Send only one of them.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'SEVERAL_SESSION_COOKIES' | 'SEVERAL_KEYS' | 'INVALID_PARAMETERS'
          }
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'WWW-Authenticate': components['headers']['WWW-Authenticate']
          'Set-Cookie': components['headers']['Set-Cookie']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOKEN_INVALID'
          }
        }
      }
      /**
       * @description `PASSWORD_MUST_BE_CHANGED`: Your password was set by an import, and others know it. Change it first.
       *
       *     `COOKIE_NEEDS_HTTPS`: A session cookie needs HTTPS, or the loopback address on the same machine. A proxy that terminates TLS must be listed as trusted and send X-Forwarded-Proto. Without HTTPS, log in without "session" and send the key as X-API-KEY.
       *
       *     `FOREIGN_ORIGIN`: A session cookie is only accepted from pages of the same origin. A proxy that changes the header Host must be listed as trusted and send X-Forwarded-Host.
       *
       *     `ROLE_INSUFFICIENT`: This is not allowed for your role, or not for a third-party token.
       */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'PASSWORD_MUST_BE_CHANGED' | 'COOKIE_NEEDS_HTTPS' | 'FOREIGN_ORIGIN' | 'ROLE_INSUFFICIENT'
          }
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'UNSUPPORTED_ENCODING'
          }
        }
      }
      /** @description `TOO_MANY_REQUESTS`: This user or token has reached its limit of {limit} requests per minute. Try again in {seconds} s. */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'TOO_MANY_REQUESTS'
          }
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'INTERNAL_ERROR'
          }
        }
      }
      /**
       * @description `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          'Retry-After': components['headers']['Retry-After']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem'] & {
            /** @enum {string} */
            code: 'DATABASE_UNAVAILABLE' | 'NOT_RUNNING'
          }
        }
      }
    }
  }
}

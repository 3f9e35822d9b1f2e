/**
 * Generated from openapi.json. Do not edit: `npm run generate -w @plinth/client` makes it anew.
 */

export interface paths {
  '/users/': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List all users
     * @description In the order of creation. With `limit` or `offset` a page, with `X-Total-Count` and `Link: <…>; rel="next"`.
     */
    get: operations['getUsers']
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
    get: operations['getUsersUsername']
    put?: never
    post?: never
    /** Delete a user with all sessions */
    delete: operations['deleteUsersUsername']
    options?: never
    head?: never
    /**
     * Change a user
     * @description An admin or sudo changes whoever is not above them, and gives no role above their own; everybody changes their own names and address. Nobody comes to level 0, or leaves it, but by the command `plinth users set-role`. A disabled user cannot log in, and all their sessions end.
     */
    patch: operations['patchUsersUsername']
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
     * Make a user
     * @description Without a key for roles from the open level on (`PLINTH_SIGNUP_OPEN_LEVEL`), else with the key of an admin or sudo.
     */
    post: operations['postUsersSignup']
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
    get: operations['getRoles']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
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
     * @description With `username` or `email`. The key goes into `X-API-KEY` of later calls.
     */
    post: operations['postUsersLogin']
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
    /** Log out: the key of this call is dead afterwards */
    post: operations['postUsersLogout']
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
     * @description Everybody sees their own; an admin or sudo those of whoever is not above them. Times are UTC.
     */
    get: operations['getUsersUsernameSessions']
    put?: never
    post?: never
    /** End all of a user's sessions */
    delete: operations['deleteUsersUsernameSessions']
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
    /** End one of a user's sessions */
    delete: operations['deleteUsersUsernameSessionsId']
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
     * Change one's own password, or another's by the role rules
     * @description Ends the other sessions of the user whose password it is.
     */
    post: operations['postUsersChangePassword']
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
     * Set a forgotten password, by the role rules
     * @description Asks for no current password. Ends the other sessions of the user whose password it is.
     */
    post: operations['postUsersResetPassword']
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
     * @description By a user of the role `sudo` only. Acts with its role wherever a role suffices, until it is revoked or expires. Shown only in this answer.
     */
    post: operations['postUsersCreateTpt']
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
     * @description What is known of them; the tokens themselves are kept nowhere. Times are UTC.
     */
    get: operations['getTpt']
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
    /** Revoke a third-party token */
    delete: operations['deleteTptId']
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
     * @description All configuration tables as they are at one moment, without historical data, passwords or tokens.
     */
    get: operations['getSettingsExportConfig']
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
     * @description In one transaction. A record that is there already is skipped, one that cannot be imported is an error line. `dry_run` only reports; `atomic` writes nothing if any record fails, and answers 422 with the same report. Unless a password is set for imported users, one is made for those of this import and told once, as `default_password`.
     */
    post: operations['postSettingsImportConfig']
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
    /** Show the logging settings in force */
    get: operations['getSettings']
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
     * Change logging settings, all that are given or none
     * @description In force at once, on every replica within a second, and after a restart.
     */
    put: operations['putSettingsUpdate']
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
    /** Change how often the log file is flushed */
    put: operations['putSettingsLoggerPeriod']
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
     * @description All filters must match; 100 unless `limit` says otherwise. `from` is included, `to` is not; both are UTC. With more to come there is `Link: <…>; rel="next"`.
     */
    get: operations['getAudit']
    put?: never
    post?: never
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
    /** Metrics of this process in the text format of Prometheus */
    get: operations['getMetrics']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Where the page, the document and the health of this interface are
     * @description Sends browsers, which accept `text/html`, to the page.
     */
    get: operations['getIndex']
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
    get: operations['getHealthLive']
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
     * Whether the service can do its work
     * @description Yes or no for everybody; the checks and their reasons with a key of level 1 or below.
     */
    get: operations['getHealthReady']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/openapi.json': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** This interface as an OpenAPI 3.1 document */
    get: operations['getOpenapiJson']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/docs': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** This interface as a page to read and try */
    get: operations['getDocs']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/docs/{file}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** A file of the page */
    get: operations['getDocsFile']
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
    /**
     * @example {
     *       "message": "Token is missing or invalid",
     *       "code": "TOKEN_INVALID",
     *       "request_id": "978ee465-7adb-436e-84eb-efc15f738851"
     *     }
     */
    Problem: {
      /** @description For people. */
      message: string
      /** @description Stable; for programs. */
      code: string
      /** @description Also in the header X-Request-Id and in the log. */
      request_id: string
      errors?: {
        field: string
        message: string
      }[]
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  getUsers: {
    parameters: {
      query?: {
        limit?: number
        offset?: number
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            identifier: string
            username: string
            role: {
              name: string
              level: number
            }
            email: string
            name: string | null
            lastname: string | null
            disabled?: boolean
          }[]
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first. */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getUsersUsername: {
    parameters: {
      query?: never
      header?: never
      path: {
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            identifier: string
            username: string
            role: {
              name: string
              level: number
            }
            email: string
            name: string | null
            lastname: string | null
            disabled?: boolean
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first. */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteUsersUsername: {
    parameters: {
      query?: never
      header?: never
      path: {
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `USER_NOT_YOURS_TO_CHANGE`: Your role does not allow you to change this user.
       *
       *     `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `LAST_SUDO`: This is the last sudo who can log in: make another one first.
       *
       *     `USER_IN_USE`: Other data refers to this user. Disable the user instead.
       */
      409: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  patchUsersUsername: {
    parameters: {
      query?: never
      header?: never
      path: {
        username: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          role_name?: string
          email?: string
          name?: string | null
          lastname?: string | null
          disabled?: boolean
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            identifier: string
            username: string
            role: {
              name: string
              level: number
            }
            email: string
            name: string | null
            lastname: string | null
            disabled?: boolean
          }
        }
      }
      /**
       * @description `ROLE_NOT_FOUND`: The role "{role}" does not exist. Roles that you may give: {roles}.
       *
       *     `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_NOT_YOURS_TO_GIVE`: The role "{role}" is given only by an admin or sudo who is not below it.
       *
       *     `ROLE_CHANGED_BY_COMMAND`: A role of level 0 is given to a user, or taken from one, on the machine only: plinth users set-role.
       *
       *     `USER_NOT_YOURS_TO_CHANGE`: Your role does not allow you to change this user.
       *
       *     `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `EMAIL_TAKEN`: A user with that e-mail address is there already.
       *
       *     `LAST_SUDO`: This is the last sudo who can log in: make another one first.
       */
      409: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOO_MANY_TRIES`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body and left nothing of it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  postUsersSignup: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          username: string
          role_name: string
          email: string
          password: string
          name?: string
          lastname?: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            identifier: string
            username: string
            role: {
              name: string
              level: number
            }
            email: string
          }
        }
      }
      /**
       * @description `ROLE_NOT_FOUND`: The role "{role}" does not exist. Roles that you may give: {roles}.
       *
       *     `PASSWORD_REFUSED`: The password {reason}.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_NOT_YOURS_TO_GIVE`: The role "{role}" is given only by an admin or sudo who is not below it.
       *
       *     `ROLE_CHANGED_BY_COMMAND`: A role of level 0 is given to a user, or taken from one, on the machine only: plinth users set-role.
       *
       *     `USER_NOT_YOURS_TO_CHANGE`: Your role does not allow you to change this user.
       *
       *     `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `USERNAME_TAKEN`: A user with that username is there already.
       *
       *     `EMAIL_TAKEN`: A user with that e-mail address is there already.
       *
       *     `LAST_SUDO`: This is the last sudo who can log in: make another one first.
       *
       *     `USER_IN_USE`: Other data refers to this user. Disable the user instead.
       */
      409: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOO_MANY_TRIES`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body and left nothing of it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getRoles: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            name: string
            level: number
          }[]
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first. */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  postUsersLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          username?: string
          email?: string
          password: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            apiKey: string
            role: string
            role_level: number
            datetime: string
            timezone: string
          }
        }
      }
      /**
       * @description `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `LOGIN_FAILED`: The name or the password is wrong, or the account is locked for a while.
       *
       *     `SESSIONS_NOT_YOURS`: Your role does not allow you to see or end this user's sessions.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `SESSION_NOT_FOUND`: This user has no such session. */
      404: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOO_MANY_TRIES`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body and left nothing of it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `LOGIN_OVERTAKEN`: The password was set again while it was checked. Try again shortly.
       *
       *     `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  postUsersLogout: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
          }
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `PERSON_REQUIRED`: A third-party token is no person: log in as a user for this.
       */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getUsersUsernameSessions: {
    parameters: {
      query?: never
      header?: never
      path: {
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            created_at: string
            last_used_at: string
            current: boolean
          }[]
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `SESSIONS_NOT_YOURS`: Your role does not allow you to see or end this user's sessions.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteUsersUsernameSessions: {
    parameters: {
      query?: never
      header?: never
      path: {
        username: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
            ended: number
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `SESSIONS_NOT_YOURS`: Your role does not allow you to see or end this user's sessions.
       *
       *     `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `USER_NOT_FOUND`: There is no user of that name.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOO_MANY_TRIES`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteUsersUsernameSessionsId: {
    parameters: {
      query?: never
      header?: never
      path: {
        username: string
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `SESSIONS_NOT_YOURS`: Your role does not allow you to see or end this user's sessions.
       *
       *     `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOO_MANY_TRIES`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  postUsersChangePassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          target_username: string
          new_password: string
          current_password?: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
          }
        }
      }
      /**
       * @description `TARGET_NOT_FOUND`: There is no user "{username}".
       *
       *     `PASSWORD_CHANGE_DENIED`: Your role does not allow you to set this user's password.
       *
       *     `CURRENT_PASSWORD_REQUIRED`: Your current password is required to change it.
       *
       *     `CURRENT_PASSWORD_WRONG`: The current password is wrong.
       *
       *     `PASSWORD_REFUSED`: The password {reason}.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `PERSON_REQUIRED`: A third-party token is no person: log in as a user for this.
       */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first. */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOO_MANY_TRIES`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body and left nothing of it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  postUsersResetPassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          target_username: string
          new_password: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
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
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `TOKEN_INVALID`: Token is missing or invalid
       *
       *     `PERSON_REQUIRED`: A third-party token is no person: log in as a user for this.
       */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first. */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOO_MANY_TRIES`: Too many logins, signups or account changes from this address or by this user. Try again later. */
      429: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body and left nothing of it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  postUsersCreateTpt: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          role_name: string
          expires_in_days?: number
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            token: string
            role: string
            created_on: string
            message: string
          }
        }
      }
      /**
       * @description `ROLE_NOT_FOUND`: The role "{role}" does not exist. Roles that you may give: {roles}.
       *
       *     `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body and left nothing of it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getTpt: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            role: string
            created_on: string
            expires_at: string | null
            created_by: string
            last_used_at: string | null
            revoked_at: string | null
          }[]
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  deleteTptId: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
          }
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `TOKEN_NOT_FOUND`: There is no third-party token with that id.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getSettingsExportConfig: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            version: string
            exported_at: string
            data: {
              [key: string]: Record<string, unknown>[]
            }
          }
        }
      }
      /**
       * @description `DATABASE_NOT_CONNECTED`: Database not connected
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `TOO_MANY_EXPORTS`: Two exports are running already. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  postSettingsImportConfig: {
    parameters: {
      query?: {
        dry_run?: boolean
        atomic?: boolean
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: string
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
            summary: {
              imported: number
              skipped: number
              errors: number
            }
            results: {
              imported: {
                [key: string]: number
              }
              skipped: {
                [key: string]: number
              }
              errors: {
                [key: string]: string[]
              }
            }
            /** @description The password of the users that came in, where one was made for them. It is told only here. */
            default_password?: string
            /** @description How many users came in without a password, where none is made for them: they cannot log in until one is set. */
            cannot_log_in?: number
          }
        }
      }
      /**
       * @description `INVALID_JSON_FILE`: Invalid JSON file: {reason}
       *
       *     `NOT_A_CONFIGURATION`: The file is no configuration: {reason}
       *
       *     `UNKNOWN_VERSION`: The file has the format version "{version}"; known are versions 1.x.
       *
       *     `PASSWORD_REFUSED`: The password {reason}.
       *
       *     `NO_FILE_PROVIDED`: No file provided
       *
       *     `MALFORMED_FORM`: The multipart form cannot be read, has too many parts or more than one file.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description Not done. */
      422: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
            summary: {
              imported: number
              skipped: number
              errors: number
            }
            results: {
              imported: {
                [key: string]: number
              }
              skipped: {
                [key: string]: number
              }
              errors: {
                [key: string]: string[]
              }
            }
            /** @description The password of the users that came in, where one was made for them. It is told only here. */
            default_password?: string
            /** @description How many users came in without a password, where none is made for them: they cannot log in until one is set. */
            cannot_log_in?: number
          }
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body and left nothing of it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `TOO_MANY_IMPORTS`: One import is running here and four are waiting already. Try again shortly.
       *
       *     `BUSY`: Too many passwords are being checked. Try again shortly.
       *
       *     `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UPLOAD_FAILED`: The upload could not be stored. Is the data folder full or read-only? */
      507: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getSettings: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            logger_period: number
            log_max_bytes: number
            log_backup_count: number
            /** @enum {integer} */
            log_level: 0 | 10 | 20 | 30 | 40 | 50
          }
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  putSettingsUpdate: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          logger_period?: number
          log_max_bytes?: number
          log_backup_count?: number
          /** @enum {integer} */
          log_level?: 0 | 10 | 20 | 30 | 40 | 50
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'text/plain': 'Settings updated'
        }
      }
      /**
       * @description `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body and left nothing of it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  putSettingsLoggerPeriod: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          logger_period: number
        }
      }
    }
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'text/plain': 'Logger period updated'
        }
      }
      /**
       * @description `NOT_JSON`: The request body must be a JSON object.
       *
       *     `INVALID_BODY`: The request body is not valid.
       *
       *     `BODY_INCOMPLETE`: The request ended before its body was complete.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
          'text/plain':
            | 'Logger period must be >= 1.0'
            | 'Numbers must be <= 1.7976931348623157e+308'
            | 'Only logger_period can be set'
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `BODY_TOO_LARGE`: The request body is larger than {limit} bytes. */
      413: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be sent as {expected}.
       *
       *     `UNSUPPORTED_ENCODING`: The request body must not be compressed.
       */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `BODY_ALREADY_READ`: The host application has read the request body and left nothing of it in request.body.
       *
       *     `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id.
       */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getAudit: {
    parameters: {
      query?: {
        event?: string
        result?: 'done' | 'refused'
        actor?: string
        actor_kind?: 'user' | 'token' | 'command' | 'nobody'
        target?: string
        address?: string
        from?: string
        to?: string
        before?: string
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            at: string
            event: string
            /** @enum {string} */
            result: 'done' | 'refused'
            /** @enum {string} */
            actor_kind: 'user' | 'token' | 'command' | 'nobody'
            actor: string | null
            target: string | null
            address: string | null
            request_id: string | null
            details: {
              [key: string]: unknown
            }
            sealed: boolean
          }[]
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getMetrics: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'text/plain': unknown
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `ROLE_INSUFFICIENT`: Your role is not allowed to do this.
       *
       *     `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first.
       */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getIndex: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @enum {string} */
            name: 'Plinth'
            docs: string
            openapi: string
            health: string
          }
        }
      }
      /** @description See the header Location. */
      302: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'text/plain': 'See /api/docs'
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getHealthLive: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @enum {string} */
            status: 'alive'
          }
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getHealthReady: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            ready: boolean
            checks?: {
              name: string
              ready: boolean
              reason?: string
            }[]
          }
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `TOKEN_INVALID`: Token is missing or invalid */
      401: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `PASSWORD_MUST_BE_CHANGED`: Your password came with an import, and others know it. Change it first. */
      403: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json':
            | {
                ready: boolean
                checks?: {
                  name: string
                  ready: boolean
                  reason?: string
                }[]
              }
            | components['schemas']['Problem']
        }
      }
    }
  }
  getOpenapiJson: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            [key: string]: unknown
          }
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getDocs: {
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
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'text/html': unknown
        }
      }
      /** @description `INVALID_PARAMETERS`: The parameters of the request are not valid. */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
  getDocsFile: {
    parameters: {
      query?: never
      header?: never
      path: {
        file: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          '*/*': unknown
        }
      }
      /**
       * @description `BAD_REQUEST`: The request cannot be read as HTTP.
       *
       *     `INVALID_PARAMETERS`: The parameters of the request are not valid.
       */
      400: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_FOUND`: There is nothing at this path.
       *
       *     `NOT_FOUND`: There is nothing at this path.
       */
      404: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `UNSUPPORTED_ENCODING`: The request body must not be compressed. */
      415: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /** @description `INTERNAL_ERROR`: Something went wrong here. It has been logged under the request id. */
      500: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
      /**
       * @description `NOT_RUNNING`: The service is starting or stopping.
       *
       *     `DATABASE_UNAVAILABLE`: The database is not available. Try again shortly.
       */
      503: {
        headers: {
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Problem']
        }
      }
    }
  }
}

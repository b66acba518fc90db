#pragma once
// What Swift cannot reach of SQLite: variadic functions and macros that cast or compute.
#include <sqlite3.h>

// Sets one on/off option of a connection; returns what SQLite says.
static inline int arca_sqlite_configure(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}

static const int arca_sqlite_ioerr_nomem = SQLITE_IOERR_NOMEM;
static const int arca_sqlite_ioerr_fsync = SQLITE_IOERR_FSYNC;
static const int arca_sqlite_ioerr_write = SQLITE_IOERR_WRITE;
static const int arca_sqlite_ioerr_truncate = SQLITE_IOERR_TRUNCATE;
static const int arca_sqlite_ioerr_delete = SQLITE_IOERR_DELETE;
static const int arca_sqlite_readonly_moved = SQLITE_READONLY_DBMOVED;
static const int arca_sqlite_readonly_rollback = SQLITE_READONLY_ROLLBACK;
static const int arca_sqlite_readonly_directory = SQLITE_READONLY_DIRECTORY;

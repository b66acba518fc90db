#pragma once
// What Swift cannot reach of SQLite: variadic functions and macros that cast.
#include <sqlite3.h>

// Sets one on/off option of a connection; returns what SQLite says.
static inline int arca_sqlite_configure(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}
static inline sqlite3_destructor_type arca_sqlite_transient(void) { return SQLITE_TRANSIENT; }

#pragma once
typedef long time_t;
typedef long clock_t;
clock_t clock(void);
#define CLOCKS_PER_SEC 1000

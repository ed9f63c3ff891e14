#pragma once
#include <slang.h>
#include <newt.h>

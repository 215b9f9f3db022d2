// SPDX-License-Identifier: GPL-3.0-or-later
// Never compiled: what is allowed, so that the check is seen to let it pass.
#include "ui/plot/allowed.h"
#include "core/tensor.h"
#include <QWidget>
#include <qcustomplot.h>

<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ErrorText</name>
    <message numerus="yes">
        <location filename="../../ui/error_text.cpp" line="134"/>
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExplainText</name>
    <message numerus="yes">
        <location filename="../../ui/explain_text.cpp" line="160"/>
        <source>sum of %n term(s)</source>
        <translation>
            <numerusform>sum of %n term</numerusform>
            <numerusform>sum of %n terms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/explain_text.cpp" line="161"/>
        <source>largest of %n</source>
        <translation>
            <numerusform>largest of %n</numerusform>
            <numerusform>largest of %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/explain_text.cpp" line="227"/>
        <source>… %n more term(s)</source>
        <translation>
            <numerusform>… %n more term</numerusform>
            <numerusform>… %n more terms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/explain_text.cpp" line="239"/>
        <source>%n further term(s) together</source>
        <translation>
            <numerusform>%n further term together</numerusform>
            <numerusform>%n further terms together</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message numerus="yes">
        <location filename="../../ui/views/stages_figure.cpp" line="47"/>
        <source> · %n blocked row(s) excluded</source>
        <translation>
            <numerusform> · %n blocked row excluded</numerusform>
            <numerusform> · %n blocked rows excluded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/gradients_figure.cpp" line="190"/>
        <source> · %n row(s) left out</source>
        <translation>
            <numerusform> · %n row left out</numerusform>
            <numerusform> · %n rows left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HeadText</name>
    <message numerus="yes">
        <location filename="../../ui/head_text.cpp" line="157"/>
        <source>%n row(s) hold NaN or ∞</source>
        <translation>
            <numerusform>%n row holds NaN or ∞</numerusform>
            <numerusform>%n rows hold NaN or ∞</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HeadsFigures</name>
    <message numerus="yes">
        <location filename="../../ui/views/heads_figure.cpp" line="104"/>
        <source> · %n row(s) without a visible key left out</source>
        <translation>
            <numerusform> · %n row without a visible key left out</numerusform>
            <numerusform> · %n rows without a visible key left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/heads_figure.cpp" line="188"/>
        <source> · %n undefined</source>
        <translation>
            <numerusform> · %n undefined</numerusform>
            <numerusform> · %n undefined</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RefusalText</name>
    <message numerus="yes">
        <location filename="../../ui/refusal.cpp" line="44"/>
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ArrayExportDialog</name>
    <message numerus="yes">
        <location filename="../../ui/export/array_export_dialog.cpp" line="128"/>
        <source>%n array(s), float32</source>
        <translation>
            <numerusform>%n array, float32</numerusform>
            <numerusform>%n arrays, float32</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ClaimCard</name>
    <message numerus="yes">
        <location filename="../../ui/panels/claim_card.cpp" line="252"/>
        <source>All %n figure(s) agree.</source>
        <translation>
            <numerusform>The figure agrees.</numerusform>
            <numerusform>All %n figures agree.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/claim_card.cpp" line="253"/>
        <source>%n figure(s) do not agree; see the marks.</source>
        <translation>
            <numerusform>%n figure does not agree; see the marks.</numerusform>
            <numerusform>%n figures do not agree; see the marks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ExportDialog</name>
    <message numerus="yes">
        <location filename="../../ui/export/export_dialog.cpp" line="114"/>
        <source>All &amp;heads (%n)</source>
        <translation>
            <numerusform>All &amp;heads (%n)</numerusform>
            <numerusform>All &amp;heads (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/export/export_dialog.cpp" line="116"/>
        <source>All &amp;stages (%n)</source>
        <translation>
            <numerusform>All &amp;stages (%n)</numerusform>
            <numerusform>All &amp;stages (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/export/export_dialog.cpp" line="303"/>
        <source>%n file(s) already exist: %1</source>
        <translation>
            <numerusform>%n file already exists: %1</numerusform>
            <numerusform>%n files already exist: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ImportDialog</name>
    <message numerus="yes">
        <location filename="../../ui/import/import_dialog.cpp" line="66"/>
        <source>&lt;b&gt;%1&lt;/b&gt; holds %n array(s)</source>
        <translation>
            <numerusform>&lt;b&gt;%1&lt;/b&gt; holds %n array</numerusform>
            <numerusform>&lt;b&gt;%1&lt;/b&gt; holds %n arrays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/import/import_dialog.cpp" line="194"/>
        <source>The file has %n attention layer(s): choose one above.</source>
        <translation>
            <numerusform>The file has %n attention layer: choose it above.</numerusform>
            <numerusform>The file has %n attention layers: choose one above.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/import/import_dialog.cpp" line="199"/>
        <source>%n thing(s) to be said first, for instance how the rows marked ⚠ lie.</source>
        <translation>
            <numerusform>%n thing to be said first, for instance how the rows marked ⚠ lie.</numerusform>
            <numerusform>%n things to be said first, for instance how the rows marked ⚠ lie.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/import/import_dialog.cpp" line="266"/>
        <source>Import %n array(s) from %1</source>
        <translation>
            <numerusform>Import %n array from %1</numerusform>
            <numerusform>Import %n arrays from %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MainWindow</name>
    <message numerus="yes">
        <location filename="../../ui/main_window_files.cpp" line="388"/>
        <source>%n files were dropped, but a window shows one session: drop one.</source>
        <translation>
            <numerusform>%n file was dropped, but a window shows one session: drop one.</numerusform>
            <numerusform>%n files were dropped, but a window shows one session: drop one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/main_window_menus.cpp" line="358"/>
        <source>Exported %n picture(s) to %1</source>
        <translation>
            <numerusform>Exported %n picture to %1</numerusform>
            <numerusform>Exported %n pictures to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MaskPainter</name>
    <message numerus="yes">
        <location filename="../../ui/views/mask_painter.cpp" line="64"/>
        <source>%n row(s) see no key</source>
        <translation>
            <numerusform>%n row sees no key</numerusform>
            <numerusform>%n rows see no key</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/mask_painter.cpp" line="208"/>
        <source>Show %n cell(s) of the mask, %1</source>
        <translation>
            <numerusform>Show %n cell of the mask, %1</numerusform>
            <numerusform>Show %n cells of the mask, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/mask_painter.cpp" line="209"/>
        <source>Hide %n cell(s) of the mask, %1</source>
        <translation>
            <numerusform>Hide %n cell of the mask, %1</numerusform>
            <numerusform>Hide %n cells of the mask, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::MatricesView</name>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_actions.cpp" line="230"/>
        <source> %n of the numbers are not finite.</source>
        <translation>
            <numerusform> %n of the numbers is not finite.</numerusform>
            <numerusform> %n of the numbers are not finite.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_actions.cpp" line="310"/>
        <source>Reset %n cell(s) of %1</source>
        <translation>
            <numerusform>Reset %n cell of %1</numerusform>
            <numerusform>Reset %n cells of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_actions.cpp" line="312"/>
        <source>Reset %n cell(s).</source>
        <translation>
            <numerusform>Reset %n cell.</numerusform>
            <numerusform>Reset %n cells.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_actions.cpp" line="349"/>
        <source>Round %1 to %n decimal(s)</source>
        <translation>
            <numerusform>Round %1 to %n decimal</numerusform>
            <numerusform>Round %1 to %n decimals</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/views/matrices_view.cpp" line="248"/>
        <source>edited: %n cell(s)</source>
        <translation>
            <numerusform>edited: %n cell</numerusform>
            <numerusform>edited: %n cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::RecoveryBar</name>
    <message numerus="yes">
        <location filename="../../ui/panels/recovery_bar.cpp" line="58"/>
        <source>The program ended unexpectedly. %n sessions with unsaved changes can be restored:</source>
        <translation>
            <numerusform>The program ended unexpectedly. %n session with unsaved changes can be restored:</numerusform>
            <numerusform>The program ended unexpectedly. %n sessions with unsaved changes can be restored:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::StatusPanel</name>
    <message numerus="yes">
        <location filename="../../ui/panels/status_panel.cpp" line="149"/>
        <source>%n not applicable</source>
        <translation>
            <numerusform>%n not applicable</numerusform>
            <numerusform>%n not applicable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/status_panel.cpp" line="158"/>
        <source>%n row(s) without a visible key</source>
        <translation>
            <numerusform>%n row without a visible key</numerusform>
            <numerusform>%n rows without a visible key</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/status_panel.cpp" line="160"/>
        <source>%n NaN</source>
        <translation>
            <numerusform>%n NaN</numerusform>
            <numerusform>%n NaN</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../ui/panels/status_panel.cpp" line="162"/>
        <source>%n infinite</source>
        <translation>
            <numerusform>%n infinite</numerusform>
            <numerusform>%n infinite</numerusform>
        </translation>
    </message>
</context>
</TS>
